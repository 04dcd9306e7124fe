import type { Config } from "../../config/config.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { configOf } from "./config-of.ts";

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

/** The server's address from the settings. Refused if only the running server knows its port. */
export async function knownServerUrl(io: CliIo): Promise<string> {
  const { server } = await configOf(io);
  if (server.publicUrl !== undefined || server.port !== 0) return serverUrl(server, server.port);
  throw usageError(
    "server_address_unknown",
    "server.port is 0, so the server uses a different port each time",
    "set server.public_url to the address that `emend serve` prints",
  );
}
