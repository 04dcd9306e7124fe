import { defined } from "../core/defined.ts";
import { getConnInfo } from "@hono/node-server/conninfo";
import { type Socket, isIP } from "node:net";
import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import type { SpanOutcome, TraceParent } from "../ports/tracer.ts";
import type { HttpContext } from "./http-context.ts";
import { HttpProblem } from "./http-problem.ts";
import { securityHeaders } from "./security-headers.ts";
import { type IsTrusted, parseTrustedProxies } from "./listen.ts";
import { QUIET_ROUTES, WATCH_ROUTES } from "./watch-routes.ts";

/** Proxies in a row that are looked through. */
const MOST_HOPS = 32;

/** The `for` of each element. */
const readForwarded = (header: string): readonly string[] =>
  header.split(",").map((element) => {
    const pair = element.split(";").find((each) => /^\s{0,9}for=/i.test(each)) ?? "";
    return pair.slice(pair.indexOf("=") + 1);
  });

const withoutPort = (text: string): string => (text.split(":").length === 2 ? text.split(":")[0]! : text);

/** An IPv4 address that a socket tells in the form of IPv6 is the same address. */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d{1,3}\.)/i, "");

const HEADER = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.{0,500})?$/;

/** Around every request: its id, the headers of its answer, one line in the log, one count in the metrics, one span. */
export const frameRequest = (
  context: HttpContext,
  nameOf: (path: string, method: string) => string,
): MiddlewareHandler => {
  const isTrusted = trustedBy(context.trustedProxies ?? []);
  const headers = Object.entries(securityHeaders(context.publicUrl));
  return async (c, next) => {
    const started = performance.now();
    const id = context.createId();
    c.set("requestId", id);
    c.set("address", addressOf(c, isTrusted));
    for (const [name, value] of headers) c.header(name, value);
    c.header("x-request-id", id);
    const parent = readTraceparent(c.req.header("traceparent"));
    const tracer = WATCH_ROUTES.has(c.req.path) ? undefined : context.tracer;
    const span = tracer?.start(c.req.method, { kind: "server", ...defined({ parent }) });
    await next();
    const seconds = (performance.now() - started) / 1_000;
    const route = nameOf(placeOf(c), c.req.method === "HEAD" ? "GET" : c.req.method);
    context.metrics.request(route, c.req.method, c.res.status, seconds);
    span?.end(outcomeOf(route, c));
    const trace = span?.traceId ?? parent?.traceId;
    context.log[levelOf(route, c.res.status)](
      {
        request_id: id,
        route,
        method: c.req.method,
        status: c.res.status,
        ms: Math.round(seconds * 10_000) / 10,
        principal: c.get("principal") as string | undefined,
        ...defined({ trace_id: trace }),
      },
      "request",
    );
  };
};

/** Who may not get in is told so inside the frame, and counts like any other request. */
export const guardRequest =
  (context: HttpContext): MiddlewareHandler =>
  async (c, next) => {
    refuseHost(c, context);
    if (allowOrigin(c, context) && isPreflight(c)) return answerPreflight(c);
    await next();
  };

/** The first place that an address fits answers; what stands around every request is none. */
const placeOf = (c: Context): string => matchedRoutes(c).find(({ path }) => path !== "/*")?.path ?? "";

function levelOf(route: string, status: number): "error" | "info" | "debug" {
  if (QUIET_ROUTES.has(route)) return "debug";
  return status >= 500 ? "error" : status >= 400 ? "info" : "debug";
}

const outcomeOf = (route: string, { req: { method }, res: { status } }: Context): SpanOutcome => ({
  name: `${method} ${route}`,
  attributes: { "http.request.method": method, "http.route": route, "http.response.status_code": status },
  ...(status >= 500 ? { error: String(status) } : {}),
});

function trustedBy(proxies: readonly string[]): IsTrusted {
  const read = parseTrustedProxies(proxies);
  if (read.ok) return read.value;
  throw new TypeError(`expected an address or a network, got ${read.error}`);
}

function addressOf(c: Context, isTrusted: IsTrusted): string {
  const headers = {
    forwarded: c.req.header("forwarded"),
    xForwardedFor: c.req.header("x-forwarded-for"),
  };
  try {
    return addressGroup(clientAddress(getConnInfo(c).remote.address ?? "unknown", headers, isTrusted));
  } catch {
    // Asked without a socket, as in process.
    return "unknown";
  }
}

/** A page elsewhere may give its own name this machine's address; it does not get in under that name. */
function refuseHost(c: Context, { hosts }: HttpContext): void {
  if (hosts.length === 0) return;
  const host = (c.req.header("host") ?? "").replace(/:\d{1,5}$/, "").toLowerCase();
  const isKnown = (name: string): boolean => hosts.includes(name) || name === localAddress(c);
  // An address may bring a name of its own.
  if (isKnown(host) && isKnown(new URL(c.req.url).hostname)) return;
  throw new HttpProblem(
    "host_refused",
    "this server does not accept requests for that host name; set server.public_url to the address that people use, or add the name to server.allowed_hosts",
  );
}

/** Where the connection came in. No page elsewhere can have this address as its own, so it needs no setting. */
function localAddress(c: Context): string | undefined {
  const { incoming } = (c.env ?? {}) as { readonly incoming?: { readonly socket?: Partial<Socket> } };
  const address = incoming?.socket?.localAddress?.replace(/^::ffff:/, "");
  return address?.includes(":") === true ? `[${address}]` : address;
}

/** Programs in pages of these sites may ask with a token; cookies are not for them. */
function allowOrigin(c: Context, { allowedOrigins }: HttpContext): boolean {
  if (allowedOrigins.length === 0) return false;
  c.header("vary", "origin", { append: true });
  const origin = c.req.header("origin");
  if (origin === undefined || !allowedOrigins.includes(origin)) return false;
  c.header("access-control-allow-origin", origin);
  c.header("access-control-expose-headers", "etag, location, retry-after, x-request-id");
  return true;
}

/** A browser asks first whether a page may send what is more than a form. */
const isPreflight = ({ req }: Context): boolean =>
  req.method === "OPTIONS" && req.header("access-control-request-method") !== undefined;

function answerPreflight(c: Context): Response {
  c.header("access-control-allow-methods", "GET, HEAD, POST, PUT, PATCH, DELETE");
  c.header("access-control-allow-headers", ALLOWED_HEADERS);
  c.header("access-control-max-age", "600");
  return c.body(null, 204);
}

const ALLOWED_HEADERS =
  "authorization, content-type, idempotency-key, if-match, if-none-match, last-event-id, traceparent";

/** W3C's header, also of a version to come; one that does not fit is as none. */
export function readTraceparent(header: string | undefined): TraceParent | undefined {
  const [, version, traceId = "", spanId = "", flags = "", more] = HEADER.exec(header?.trim() ?? "") ?? [];
  if (version === undefined || version === "ff" || (version === "00" && more !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

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
function clientAddress(peer: string, headers: ForwardedHeaders, isTrusted: IsTrusted): string {
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

/** `1.2.3.4`, `1.2.3.4:80`, `[::1]:80`, `"[::1]"` or `::1`; anything else is no address. */
function addressIn(hop: string): string | undefined {
  const text = hop.trim().replace(/^"/, "").replace(/"$/, "");
  const bare = text.startsWith("[") ? text.slice(1, Math.max(1, text.indexOf("]"))) : withoutPort(text);
  return isIP(bare) === 0 ? undefined : plainAddress(bare);
}

/** What one client can have many of counts as one: of an IPv6 address, its network of 64 bits. */
function addressGroup(address: string): string {
  if (isIP(address) !== 6) return address;
  const [left = "", right] = address.toLowerCase().split("%")[0]!.split("::");
  const head = left === "" ? [] : left.split(":");
  const tail = right === undefined || right === "" ? [] : right.split(":");
  const gap = right === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  const parts = [...head, ...Array<string>(gap).fill("0"), ...tail].slice(0, 4);
  return `${parts.map((part) => Number.parseInt(part, 16).toString(16)).join(":")}::/64`;
}
