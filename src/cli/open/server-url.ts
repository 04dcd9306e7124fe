import type { Config } from "../../config/config.ts";

/** A server that listens on every address can be reached on loopback. */
const EVERY_ADDRESS: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** The server's address for browsers, without a trailing slash. */
export function serverUrl(
  { host, publicUrl }: Pick<Config["server"], "host" | "publicUrl">,
  port: number,
): string {
  const name = EVERY_ADDRESS[host] ?? host;
  return (publicUrl ?? `http://${name.includes(":") ? `[${name}]` : name}:${port}`).replace(/\/+$/, "");
}
