import { readAgentModel } from "../core/feedback/agent-model.ts";
import { MODEL_HEADERS } from "./model-headers.ts";
import { defined } from "../core/defined.ts";
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { allows } from "../core/access/permission.ts";
import type { Principal } from "../core/access/token.ts";
import { scopeToAgent } from "./agent-scope.ts";
import {
  contentTag,
  matchedRevision,
  matches,
  type Route,
  type RouteResponse,
  type RouteRequest,
  takesKey,
} from "./route.ts";
import type { HttpContext } from "./http-context.ts";
import { HttpProblem, type ProblemPart } from "./http-problem.ts";
import { identify, sessionSecret, setSession } from "./identify.ts";
import type { LoginGuard } from "./login-guard.ts";
import { chargeRequest, countRecords, type Quotas, type RateLimit } from "./rate-limit.ts";
import { readJson, readPublicJson } from "./read-body.ts";
import { z } from "zod";
import type { ProblemCode } from "./problem-codes.ts";

const MAX_ERRORS = 20;

const toPart = ({ path, message }: z.core.$ZodIssue): ProblemPart => ({
  path: path.map(String).join(".").slice(0, 200),
  message: message.slice(0, 500),
});

/** The principal of public routes. */
const ANYBODY: Principal = { id: "anybody", role: "agent", kind: "token", agent: "" };

export interface RequestGuards {
  readonly limit: RateLimit;
  readonly quotas: Quotas;
  readonly logins: LoginGuard;
}

/** Handles a request to a route: authenticate, authorise, validate, then run the handler. */
export const handleRoute =
  (route: Route, context: HttpContext, { limit, quotas, logins }: RequestGuards) =>
  async (c: Context): Promise<Response> => {
    const principal = route.permission === "public" ? ANYBODY : await identify(c, context, limit);
    // The log gets the token's id, because names are personal data.
    c.set("principal", principal.token_id ?? principal.kind);
    chargeRequest(limit, route.permission === "public" ? (c.get("address") as string) : principal.id);
    if (route.permission !== "public" && !allows(principal.role, route.permission)) {
      throw new HttpProblem(
        "forbidden",
        `the role ${principal.role} does not have the permission ${route.permission}`,
      );
    }
    const params = route.params === undefined ? {} : validate(route.params, c.req.param(), "invalid_path");
    const search = new URL(c.req.url).searchParams;
    const query =
      route.query === undefined
        ? refuseQuery(search)
        : validate(route.query, queryValues(route.query, search), "invalid_query");
    const sent = route.body === undefined ? undefined : await readRouteBody(route, c, context);
    const body = sent === undefined ? undefined : validate(route.body!, sent.value, "invalid_body");
    if (route.quota !== undefined) quotas.take(route.quota, principal, countRecords(body));
    const request = {
      ...scopeToAgent(route, { params, query, body }, principal),
      principal,
      header: (name: string) => c.req.header(name),
      agentModel:
        route.takesModel === true
          ? readAgentModel({
              model: c.req.header(MODEL_HEADERS.model.name),
              agent_version: c.req.header(MODEL_HEADERS.agent_version.name),
            })
          : {},
      spend: (amount: number) => quotas.take(route.quota ?? "records", principal, amount),
      guard: logins.of(c.get("address") as string),
      ...defined({
        ifMatch: matchedRevision(c.req.header("if-match")),
        sessionSecret: sessionSecret(c, context),
      }),
      signal: c.req.raw.signal,
    } as RouteRequest<never, never, never>;
    const handle = async (): Promise<RouteResponse> =>
      validateResponse(route, await route.handle(request, context), context);
    const key = takesKey(route) ? c.req.header("idempotency-key") : undefined;
    if (key === undefined) return sendResponse(c, route, await handle(), context);
    const keyed = {
      principal,
      key,
      request: `${c.req.method} ${c.req.path}${c.req.url.split("?")[1] ?? ""}\n${sent?.text ?? ""}`,
    };
    return sendResponse(c, route, await handleOnce(keyed, handle, context), context);
  };

const readRouteBody = (
  { permission }: Route,
  c: Context,
  { limits }: HttpContext,
): ReturnType<typeof readJson> =>
  permission === "public" ? readPublicJson(c.req.raw) : readJson(c.req.raw, limits.bodyBytes);

function refuseQuery(search: URLSearchParams): Readonly<Record<string, never>> {
  const [name] = search.keys();
  if (name === undefined) return {};
  throw new HttpProblem("invalid_query", "this address takes no query parameters", {
    errors: [{ path: name.slice(0, 200), message: "is unknown" }],
  });
}

function validateResponse(
  route: Route,
  response: RouteResponse,
  { validateResponses }: HttpContext,
): RouteResponse {
  if (!validateResponses || route.media !== undefined) return response;
  const schema = route.responses[response.status as 200];
  if (schema === undefined) throw new Error(`${route.id} does not declare the status ${response.status}`);
  if (schema !== null) schema.parse(response.body);
  return response;
}

function sendResponse(c: Context, route: Route, response: RouteResponse, context: HttpContext): Response {
  const { status, body, etag, location, session } = response;
  c.header("cache-control", "no-store");
  if (location !== undefined) c.header("location", location);
  if (session !== undefined) setSession(c, session, context);
  if (status === 204) return c.body(null, 204);
  if (route.media !== undefined) {
    c.header("content-type", route.media);
    // Nobody reads the stream of a HEAD request, so it has to be closed here.
    if (c.req.method === "HEAD") {
      void (body as ReadableStream).cancel();
      return c.body(null, status as ContentfulStatusCode);
    }
    return c.body(body as ReadableStream, status as ContentfulStatusCode);
  }
  const text = JSON.stringify(body);
  if (etag !== undefined || route.method === "get") {
    const tag = etag === undefined ? contentTag(text) : `"${etag}"`;
    c.header("etag", tag);
    // Browsers may store it but must revalidate it; shared caches must not store it.
    c.header("cache-control", "private, no-cache");
    if (route.method === "get" && matches(c.req.header("if-none-match"), tag)) return c.body(null, 304);
  }
  c.header("content-type", "application/json");
  return c.body(text, status as ContentfulStatusCode);
}

interface KeyedRequest {
  readonly principal: Principal;
  readonly key: string;
  /** Everything that identifies the request: method, path, query and body. */
  readonly request: string;
}

/**
 * Handles a request once for each key: the same request gets the same response again, even from another server. Refused
 * and failed requests are not stored, so that they can be corrected and sent again with the same key.
 */
async function handleOnce(
  { principal, key, request }: KeyedRequest,
  handle: () => Promise<RouteResponse>,
  { store: { idempotency }, hash, now }: HttpContext,
): Promise<RouteResponse> {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new HttpProblem("invalid_header", "Idempotency-Key: expected 1 to 255 visible characters");
  }
  const begun = await idempotency.begin({ principal: principal.id, key }, hash(request), now());
  switch (begun.state) {
    case "done":
      return { status: begun.status, body: JSON.parse(begun.body) as unknown, ...begun.headers };
    case "running":
      throw new HttpProblem("idempotency_running", "try again when it has finished", {
        headers: { "retry-after": "1" },
      });
    case "other_request":
      throw new HttpProblem(
        "idempotency_key_reused",
        "this key was already used for a different request; use a new key for each request",
      );
    case "new":
      break;
  }
  try {
    const { status, body, etag, location } = await handle();
    const headers = defined({ etag, location });
    await idempotency.finish(begun.claim, { status, body: JSON.stringify(body), headers });
    return { status, body, ...headers };
  } catch (error) {
    await idempotency.abandon(begun.claim).catch(() => undefined);
    throw error;
  }
}

/** Parses one part of a request, and reports all its errors. */
function validate<T extends z.ZodType>(
  schema: T,
  input: unknown,
  code: Extract<ProblemCode, "invalid_path" | "invalid_query" | "invalid_body">,
): z.output<T> {
  if (code !== "invalid_body") refuseNul(input as Readonly<Record<string, unknown>>, code);
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.slice(0, MAX_ERRORS).map(toPart);
  const [first] = errors;
  const where = first === undefined || first.path === "" ? "" : `${first.path}: `;
  throw new HttpProblem(code, `${where}${first?.message ?? "is invalid"}`, { errors });
}

/** No valid name contains NUL, and PostgreSQL cannot search for it. */
function refuseNul(input: Readonly<Record<string, unknown>>, code: ProblemCode): void {
  for (const [name, value] of Object.entries(input)) {
    const texts = Array.isArray(value) ? (value as readonly unknown[]) : [value];
    if (![name, ...texts].some((text) => typeof text === "string" && text.includes("\0"))) continue;
    const part = { path: name.slice(0, 200), message: "contains an invalid character" };
    throw new HttpProblem(code, `${part.path}: ${part.message}`, { errors: [part] });
  }
}

/** Converts a query to the types of its schema: numbers, booleans, and lists, which may have a single value. */
function queryValues(schema: z.ZodObject, search: URLSearchParams): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const name of new Set(search.keys())) {
    const texts = search.getAll(name);
    const field = Object.hasOwn(schema.shape, name)
      ? unwrapOptional(schema.shape[name] as z.ZodType)
      : undefined;
    if (field instanceof z.ZodArray) values[name] = texts;
    else values[name] = texts.length === 1 ? convert(field, texts[0]!) : texts;
  }
  return values;
}

function convert(field: z.ZodType | undefined, text: string): unknown {
  if (field instanceof z.ZodNumber) return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : text;
  if (field instanceof z.ZodBoolean && (text === "true" || text === "false")) return text === "true";
  return text;
}

function unwrapOptional(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    return unwrapOptional(schema.unwrap() as z.ZodType);
  }
  return schema;
}
