import { defined } from "../core/defined.ts";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Socket } from "node:net";
import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import type { SpanOutcome, TraceParent } from "../ports/tracer.ts";
import type { HttpContext } from "./http-context.ts";
import { HttpProblem } from "./http-problem.ts";
import { securityHeaders } from "./security-headers.ts";
import { addressGroup, clientAddress, type IsTrusted, parseTrustedProxies } from "./client-address.ts";
import { QUIET_ROUTES, MONITORING_ROUTES } from "./health-routes.ts";

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.{0,500})?$/;

/** Gives every request an id and security headers, and records it in the log, the metrics and a span. */
export const observeRequest = (
  context: HttpContext,
  routeName: (path: string, method: string) => string,
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
    const parent = parseTraceparent(c.req.header("traceparent"));
    const tracer = MONITORING_ROUTES.has(c.req.path) ? undefined : context.tracer;
    const span = tracer?.start(c.req.method, { kind: "server", ...defined({ parent }) });
    await next();
    const seconds = (performance.now() - started) / 1_000;
    const route = routeName(routePath(c), c.req.method === "HEAD" ? "GET" : c.req.method);
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

/** Refuses unknown hosts and answers CORS preflights. Runs inside `observeRequest`, so that refusals are logged too. */
export const guardRequest =
  (context: HttpContext): MiddlewareHandler =>
  async (c, next) => {
    refuseHost(c, context);
    if (allowOrigin(c, context) && isPreflight(c)) return answerPreflight(c);
    await next();
  };

/** The pattern of the first route that matches; middleware is registered under `/*`. */
const routePath = (c: Context): string => matchedRoutes(c).find(({ path }) => path !== "/*")?.path ?? "";

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
  const parsed = parseTrustedProxies(proxies);
  if (parsed.ok) return parsed.value;
  throw new TypeError(`expected an address or a network, got ${parsed.error}`);
}

function addressOf(c: Context, isTrusted: IsTrusted): string {
  const headers = {
    forwarded: c.req.header("forwarded"),
    xForwardedFor: c.req.header("x-forwarded-for"),
  };
  try {
    return addressGroup(clientAddress(getConnInfo(c).remote.address ?? "unknown", headers, isTrusted));
  } catch {
    // There is no socket when the app is called in process.
    return "unknown";
  }
}

/** Prevents DNS rebinding: another site can point its own name at this machine's address. */
function refuseHost(c: Context, { hosts }: HttpContext): void {
  if (hosts.length === 0) return;
  const host = (c.req.header("host") ?? "").replace(/:\d{1,5}$/, "").toLowerCase();
  const isKnown = (name: string): boolean => hosts.includes(name) || name === localAddress(c);
  // The request line may contain a host of its own.
  if (isKnown(host) && isKnown(new URL(c.req.url).hostname)) return;
  throw new HttpProblem(
    "host_refused",
    "this server does not accept requests for that host name; set server.public_url to the address that people use, or add the name to server.allowed_hosts",
  );
}

/** The address that the client connected to. It is always allowed, because no other site can be at it. */
function localAddress(c: Context): string | undefined {
  const { incoming } = (c.env ?? {}) as { readonly incoming?: { readonly socket?: Partial<Socket> } };
  const address = incoming?.socket?.localAddress?.replace(/^::ffff:/, "");
  return address?.includes(":") === true ? `[${address}]` : address;
}

/** CORS for the configured sites. They must send a token, because cookies are not allowed. */
function allowOrigin(c: Context, { allowedOrigins }: HttpContext): boolean {
  if (allowedOrigins.length === 0) return false;
  c.header("vary", "origin", { append: true });
  const origin = c.req.header("origin");
  if (origin === undefined || !allowedOrigins.includes(origin)) return false;
  c.header("access-control-allow-origin", origin);
  c.header("access-control-expose-headers", "etag, location, retry-after, x-request-id");
  return true;
}

const isPreflight = ({ req }: Context): boolean =>
  req.method === "OPTIONS" && req.header("access-control-request-method") !== undefined;

function answerPreflight(c: Context): Response {
  c.header("access-control-allow-methods", "GET, HEAD, POST, PUT, PATCH, DELETE");
  c.header("access-control-allow-headers", ALLOWED_HEADERS);
  c.header("access-control-max-age", "600");
  return c.body(null, 204);
}

const ALLOWED_HEADERS =
  "authorization, content-type, emend-agent-model, emend-agent-version, idempotency-key, if-match, if-none-match, last-event-id, traceparent";

/** Parses the W3C header, including future versions. An invalid one is ignored. */
export function parseTraceparent(header: string | undefined): TraceParent | undefined {
  const [, version, traceId = "", spanId = "", flags = "", rest] =
    TRACEPARENT.exec(header?.trim() ?? "") ?? [];
  if (version === undefined || version === "ff" || (version === "00" && rest !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
