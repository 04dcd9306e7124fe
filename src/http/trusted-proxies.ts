import { BlockList, isIP } from "node:net";
import { fail, ok, type Result } from "../core/result.ts";

/** Whether an address belongs to a proxy whose word about its clients is taken. */
export type IsTrusted = (address: string) => boolean;

/** Reads addresses and networks such as `10.0.0.0/8`; answers the first entry that is neither. */
export function parseTrustedProxies(entries: readonly string[]): Result<IsTrusted, string> {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", bits, ...rest] = entry.trim().split("/");
    const family = isIP(address);
    const most = family === 4 ? 32 : 128;
    const isNetwork = bits !== undefined;
    if (family === 0 || rest.length > 0 || (isNetwork && !isPrefix(bits, most))) return fail(entry);
    const type = family === 4 ? "ipv4" : "ipv6";
    if (isNetwork) list.addSubnet(address, Number(bits), type);
    else list.addAddress(address, type);
  }
  return ok((address) => {
    const family = isIP(address);
    return family !== 0 && list.check(address, family === 4 ? "ipv4" : "ipv6");
  });
}

const isPrefix = (bits: string, most: number): boolean => /^\d{1,3}$/.test(bits) && Number(bits) <= most;
