import type { Config } from "../../config/config.ts";
import { usageError } from "../cli-error.ts";

const LOOPBACK = ["127.0.0.1", "localhost", "[::1]", "::1"];
/** No name, but "every address of this machine". */
const EVERY_ADDRESS: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/**
 * The host names that the server answers under. A page elsewhere can give its own name this machine's address; it must not
 * get in under that name, whatever the server listens on.
 */
export function knownHosts({ host, allowedHosts = [] }: Config["server"], url: string): readonly string[] {
  const wrong = allowedHosts.find(
    (name) => !/^(?:[\w-]{1,63}(?:\.[\w-]{1,63}){0,20}|\[[\da-f:.]{2,45}\])$/i.test(name),
  );
  if (wrong !== undefined) {
    const got = JSON.stringify(wrong.slice(0, 80));
    throw usageError(
      "invalid_value",
      `server.allowed_hosts: expected host names without a scheme, port or path, such as emend.internal; got ${got}`,
    );
  }
  const own = EVERY_ADDRESS.has(host) ? [] : [host.includes(":") ? `[${host}]` : host];
  const names = [...LOOPBACK, ...own, new URL(url).hostname, ...allowedHosts];
  return [...new Set(names.map((name) => name.toLowerCase()))];
}
