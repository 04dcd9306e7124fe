import { BlockList, isIP } from "node:net";
import { fail, ok, type Result } from "../core/result.ts";

const MAX_PROXIES = 32;

/** Whether an address belongs to a trusted proxy. */
export type IsTrusted = (address: string) => boolean;

/** Parses addresses and networks such as `10.0.0.0/8`. Fails with the first entry that is neither. */
export function parseTrustedProxies(entries: readonly string[]): Result<IsTrusted, string> {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", bits, ...rest] = entry.trim().split("/");
    const family = isIP(address);
    const maxBits = family === 4 ? 32 : 128;
    const isNetwork = bits !== undefined;
    if (family === 0 || rest.length > 0 || (isNetwork && !isPrefix(bits, maxBits))) return fail(entry);
    const type = family === 4 ? "ipv4" : "ipv6";
    if (isNetwork) list.addSubnet(address, Number(bits), type);
    else list.addAddress(address, type);
  }
  return ok((address) => {
    const family = isIP(address);
    return family !== 0 && list.check(address, family === 4 ? "ipv4" : "ipv6");
  });
}

const isPrefix = (bits: string, maxBits: number): boolean =>
  /^\d{1,3}$/.test(bits) && Number(bits) <= maxBits;

interface ForwardedHeaders {
  /** RFC 7239. */
  readonly forwarded: string | undefined;
  readonly xForwardedFor: string | undefined;
}

/**
 * The address of the client. Forwarding headers are only used if they came through trusted proxies. They are read from the
 * right, and the first untrusted address is the client's, because the client may have written anything to the left of it.
 * If both headers are present and disagree, the client wrote one of them, and both are ignored.
 */
export function clientAddress(peer: string, headers: ForwardedHeaders, isTrusted: IsTrusted): string {
  const address = plainAddress(peer);
  if (!isTrusted(address)) return address;
  const { forwarded, xForwardedFor } = headers;
  const chains = [
    ...(forwarded === undefined ? [] : [parseForwarded(forwarded)]),
    ...(xForwardedFor === undefined ? [] : [xForwardedFor.split(",")]),
  ];
  const found = new Set(chains.map((hops) => firstUntrusted(address, hops, isTrusted)));
  return found.size === 1 ? [...found][0]! : address;
}

/** The `for` of each element of a Forwarded header. */
const parseForwarded = (header: string): readonly string[] =>
  header.split(",").map((element) => {
    const pair = element.split(";").find((each) => /^\s{0,9}for=/i.test(each)) ?? "";
    return pair.slice(pair.indexOf("=") + 1);
  });

function firstUntrusted(peer: string, hops: readonly string[], isTrusted: IsTrusted): string {
  let last = peer;
  for (const hop of hops.slice(-MAX_PROXIES).toReversed()) {
    const address = parseHop(hop);
    if (address === undefined) return last;
    last = address;
    if (!isTrusted(address)) return last;
  }
  return last;
}

/** Accepts `1.2.3.4`, `1.2.3.4:80`, `[::1]:80`, `"[::1]"` and `::1`. */
function parseHop(hop: string): string | undefined {
  const text = hop.trim().replace(/^"/, "").replace(/"$/, "");
  const bare = text.startsWith("[") ? text.slice(1, Math.max(1, text.indexOf("]"))) : withoutPort(text);
  return isIP(bare) === 0 ? undefined : plainAddress(bare);
}

const withoutPort = (text: string): string => (text.split(":").length === 2 ? text.split(":")[0]! : text);

/** Sockets report IPv4 addresses in IPv6 form. */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d{1,3}\.)/i, "");

/** The /64 network of an IPv6 address, because one client can use many addresses of its network. */
export function addressGroup(address: string): string {
  if (isIP(address) !== 6) return address;
  const [left = "", right] = address.toLowerCase().split("%")[0]!.split("::");
  const head = left === "" ? [] : left.split(":");
  const tail = right === undefined || right === "" ? [] : right.split(":");
  const gap = right === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  const parts = [...head, ...Array<string>(gap).fill("0"), ...tail].slice(0, 4);
  return `${parts.map((part) => Number.parseInt(part, 16).toString(16)).join(":")}::/64`;
}
