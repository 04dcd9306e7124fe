import type { Config } from "../../config/config.ts";

/** The server's address as browsers know it, without a slash at its end. */
export function serverUrl({ host, publicUrl }: Config["server"], port: number): string {
  return (publicUrl ?? `http://${host.includes(":") ? `[${host}]` : host}:${port}`).replace(/\/+$/, "");
}
