import { isIP } from "node:net";
import type { IsTrusted } from "./trusted-proxies.ts";

/** Proxies in a row that are looked through. */
const MOST_HOPS = 32;

interface ForwardedHeaders {
  /** `Forwarded`, as RFC 7239 writes it. */
  readonly forwarded?: string | undefined;
  readonly xForwardedFor?: string | undefined;
}

/**
 * The address of the client. A header counts only if it came through trusted proxies: it is read from the right, and the
 * first address that no trusted proxy has is the client's. Whatever stands to the left was written by the client itself.
 * If both headers are there and disagree, the client wrote one of them, and neither counts.
 */
export function clientAddress(peer: string, headers: ForwardedHeaders, isTrusted: IsTrusted): string {
  const address = plainAddress(peer);
  if (!isTrusted(address)) return address;
  const hops = [
    ...(headers.forwarded === undefined ? [] : [readForwarded(headers.forwarded)]),
    ...(headers.xForwardedFor === undefined ? [] : [headers.xForwardedFor.split(",")]),
  ];
  const found = new Set(hops.map((each) => walk(address, each, isTrusted)));
  return found.size === 1 ? [...found][0]! : address;
}

function walk(peer: string, hops: readonly string[], isTrusted: IsTrusted): string {
  let last = peer;
  for (const hop of hops.slice(-MOST_HOPS).toReversed()) {
    const address = addressIn(hop);
    if (address === undefined) return last;
    last = address;
    if (!isTrusted(address)) return last;
  }
  return last;
}

/** The `for` of each element. */
const readForwarded = (header: string): readonly string[] =>
  header.split(",").map((element) => {
    const pair = element.split(";").find((each) => /^\s{0,9}for=/i.test(each)) ?? "";
    return pair.slice(pair.indexOf("=") + 1);
  });

/** `1.2.3.4`, `1.2.3.4:80`, `[::1]:80`, `"[::1]"` or `::1`; anything else is no address. */
function addressIn(hop: string): string | undefined {
  const text = hop.trim().replace(/^"/, "").replace(/"$/, "");
  const bare = text.startsWith("[") ? text.slice(1, Math.max(1, text.indexOf("]"))) : withoutPort(text);
  return isIP(bare) === 0 ? undefined : plainAddress(bare);
}

const withoutPort = (text: string): string => (text.split(":").length === 2 ? text.split(":")[0]! : text);

/** An IPv4 address that a socket tells in the form of IPv6 is the same address. */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d{1,3}\.)/i, "");

/** What one client can have many of counts as one: of an IPv6 address, its network of 64 bits. */
export function addressGroup(address: string): string {
  if (isIP(address) !== 6) return address;
  const [left = "", right] = address.toLowerCase().split("%")[0]!.split("::");
  const head = left === "" ? [] : left.split(":");
  const tail = right === undefined || right === "" ? [] : right.split(":");
  const gap = right === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  const parts = [...head, ...Array<string>(gap).fill("0"), ...tail].slice(0, 4);
  return `${parts.map((part) => Number.parseInt(part, 16).toString(16)).join(":")}::/64`;
}
