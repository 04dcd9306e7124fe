import { defined } from "../core/defined.ts";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Socket } from "node:net";
import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import type { SpanOutcome } from "../ports/tracer.ts";
import type { HttpContext } from "./http-context.ts";
import { HttpProblem } from "./http-problem.ts";
import { readTraceparent } from "./read-traceparent.ts";
import { addressGroup, clientAddress } from "./client-address.ts";
import { securityHeaders } from "./security-headers.ts";
import { type IsTrusted, parseTrustedProxies } from "./trusted-proxies.ts";
import { QUIET_ROUTES, WATCH_ROUTES } from "./watch-routes.ts";

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
