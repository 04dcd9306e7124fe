import type { Config } from "../../config/config.ts";
import { usageError } from "../cli-error.ts";

const LOOPBACK = ["127.0.0.1", "localhost", "[::1]", "::1"];
/** Placeholders for every address of this machine, not host names. */
const EVERY_ADDRESS: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/** The host names that the server accepts. Any other name may be a DNS rebinding attack. */
export function knownHosts({ host, allowedHosts = [] }: Config["server"], url: string): readonly string[] {
  const invalid = allowedHosts.find(
    (name) => !/^(?:[\w-]{1,63}(?:\.[\w-]{1,63}){0,20}|\[[\da-f:.]{2,45}\])$/i.test(name),
  );
  if (invalid !== undefined) {
    const got = JSON.stringify(invalid.slice(0, 80));
    throw usageError(
      "invalid_value",
      `server.allowed_hosts: expected host names without a scheme, port or path, such as emend.internal; got ${got}`,
    );
  }
  const own = EVERY_ADDRESS.has(host) ? [] : [host.includes(":") ? `[${host}]` : host];
  const names = [...LOOPBACK, ...own, new URL(url).hostname, ...allowedHosts];
  return [...new Set(names.map((name) => name.toLowerCase()))];
}
