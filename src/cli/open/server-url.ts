import type { Config } from "../../config/config.ts";

/** Whoever listens on every address can be reached from this machine on its own. */
const EVERY_ADDRESS: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** The server's address as browsers know it, without a slash at its end. */
export function serverUrl(
  { host, publicUrl }: Pick<Config["server"], "host" | "publicUrl">,
  port: number,
): string {
  const name = EVERY_ADDRESS[host] ?? host;
  return (publicUrl ?? `http://${name.includes(":") ? `[${name}]` : name}:${port}`).replace(/\/+$/, "");
}
