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
  type RouteAnswer,
  type RouteRequest,
  takesKey,
} from "./route.ts";
import type { HttpContext } from "./http-context.ts";
import { HttpProblem, type ProblemPart } from "./http-problem.ts";
import { identify, sessionSecret, setSession } from "./identify.ts";
import type { LoginGuard } from "./login-guard.ts";
import { amountIn, type Quotas, type RateLimit } from "./rate-limit.ts";
import { readPublicJson } from "./public-body.ts";
import { readJson } from "./read-body.ts";
import { tooMany } from "./too-many.ts";
import { z } from "zod";
import type { ProblemCode } from "./problem-codes.ts";

/** More complaints than these do not help whoever mends the request. */
const MOST_TOLD = 20;

const toPart = ({ path, message }: z.core.$ZodIssue): ProblemPart => ({
  path: path.map(String).join(".").slice(0, 200),
  message: message.slice(0, 500),
});

/** Nobody in particular; what is public asks for no more. */
const ANYBODY: Principal = { id: "anybody", role: "agent", kind: "token", agent: "" };

export interface RequestGuards {
  readonly limit: RateLimit;
  readonly quotas: Quotas;
  readonly logins: LoginGuard;
}

/** Who asks, may they, does it fit, what is the answer: in this order, whatever the route. */
export const answerRoute =
  (route: Route, context: HttpContext, { limit, quotas, logins }: RequestGuards) =>
  async (c: Context): Promise<Response> => {
    const principal = route.permission === "public" ? ANYBODY : await identify(c, context, limit);
    // A token's id, since names are those of people.
    c.set("principal", principal.token_id ?? principal.kind);
    const wait = limit.take(route.permission === "public" ? (c.get("address") as string) : principal.id);
    if (wait > 0) throw tooMany(wait);
    if (route.permission !== "public" && !allows(principal.role, route.permission)) {
      throw new HttpProblem(
        "forbidden",
        `the role ${principal.role} does not have the permission ${route.permission}`,
      );
    }
    const params = route.params === undefined ? {} : readInput(route.params, c.req.param(), "invalid_path");
    const search = new URL(c.req.url).searchParams;
    const query =
      route.query === undefined
        ? noQuery(search)
        : readInput(route.query, queryValues(route.query, search), "invalid_query");
    const sent = route.body === undefined ? undefined : await readSent(route, c, context);
    const body = sent === undefined ? undefined : readInput(route.body!, sent.value, "invalid_body");
    if (route.quota !== undefined) quotas.take(route.quota, principal, amountIn(body));
    const revision = matchedRevision(c.req.header("if-match"));
    const request = {
      ...scopeToAgent(route, { params, query, body }, principal),
      principal,
      ...defined({ ifMatch: revision }),
      header: (name: string) => c.req.header(name),
      spend: (amount: number) => quotas.take(route.quota ?? "records", principal, amount),
      guard: logins.of(c.get("address") as string),
      ...defined({ sessionSecret: sessionSecret(c, context) }),
      signal: c.req.raw.signal,
    } as RouteRequest<never, never, never>;
    const act = async (): Promise<RouteAnswer> =>
      checked(route, await route.handle(request, context), context);
    const key = takesKey(route) ? c.req.header("idempotency-key") : undefined;
    if (key === undefined) return respond(c, route, await act(), context);
    const asked = {
      principal,
      key,
      request: `${c.req.method} ${c.req.path}${c.req.url.split("?")[1] ?? ""}\n${sent?.text ?? ""}`,
    };
    return respond(c, route, await answerOnce(asked, act, context), context);
  };

const readSent = ({ permission }: Route, c: Context, { limits }: HttpContext): ReturnType<typeof readJson> =>
  permission === "public" ? readPublicJson(c.req.raw) : readJson(c.req.raw, limits.bodyBytes);

function noQuery(search: URLSearchParams): Readonly<Record<string, never>> {
  const [name] = search.keys();
  if (name === undefined) return {};
  throw new HttpProblem("invalid_query", "this address takes no query parameters", {
    errors: [{ path: name.slice(0, 200), message: "is unknown" }],
  });
}

function checked(route: Route, answer: RouteAnswer, { checkAnswers }: HttpContext): RouteAnswer {
  if (!checkAnswers || route.media !== undefined) return answer;
  const schema = route.answers[answer.status as 200];
  if (schema === undefined) throw new Error(`${route.id} answers ${answer.status}, and does not say so`);
  if (schema !== null) schema.parse(answer.body);
  return answer;
}

function respond(c: Context, route: Route, answered: RouteAnswer, context: HttpContext): Response {
  const { status, body, etag, location, session } = answered;
  c.header("cache-control", "no-store");
  if (location !== undefined) c.header("location", location);
  if (session !== undefined) setSession(c, session, context);
  if (status === 204) return c.body(null, 204);
  if (route.media !== undefined) {
    c.header("content-type", route.media);
    // Nobody will read it, and nobody but a reader ends it.
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
    // Kept by whoever asked, and asked for again each time: others must not see it.
    c.header("cache-control", "private, no-cache");
    if (route.method === "get" && matches(c.req.header("if-none-match"), tag)) return c.body(null, 304);
  }
  c.header("content-type", "application/json");
  return c.body(text, status as ContentfulStatusCode);
}

interface AskedOnce {
  readonly principal: Principal;
  readonly key: string;
  /** All that makes it this request and no other. */
  readonly request: string;
}

/**
 * Acts once for a key: the same request again gets the same answer, also from another server. What is refused or
 * fails is forgotten, so that it can be mended and sent again under its key.
 */
async function answerOnce(
  { principal, key, request }: AskedOnce,
  act: () => Promise<RouteAnswer>,
  { store: { idempotency }, hash, now }: HttpContext,
): Promise<RouteAnswer> {
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
    const { status, body, etag, location } = await act();
    const headers = defined({ etag, location });
    await idempotency.finish(begun.claim, { status, body: JSON.stringify(body), headers });
    return { status, body, ...headers };
  } catch (error) {
    await idempotency.abandon(begun.claim).catch(() => undefined);
    throw error;
  }
}

/** Checks a part of a request, and says all that does not fit. */
function readInput<T extends z.ZodType>(
  schema: T,
  input: unknown,
  code: Extract<ProblemCode, "invalid_path" | "invalid_query" | "invalid_body">,
): z.output<T> {
  if (code !== "invalid_body") refuseNul(input as Readonly<Record<string, unknown>>, code);
  const read = schema.safeParse(input);
  if (read.success) return read.data;
  const errors = read.error.issues.slice(0, MOST_TOLD).map(toPart);
  const [first] = errors;
  const where = first === undefined || first.path === "" ? "" : `${first.path}: `;
  throw new HttpProblem(code, `${where}${first?.message ?? "is invalid"}`, { errors });
}

/** No name has it, and not every database can look for it. */
function refuseNul(given: Readonly<Record<string, unknown>>, code: ProblemCode): void {
  for (const [name, value] of Object.entries(given)) {
    const texts = Array.isArray(value) ? (value as readonly unknown[]) : [value];
    if (![name, ...texts].some((text) => typeof text === "string" && text.includes("\0"))) continue;
    const part = { path: name.slice(0, 200), message: "contains an invalid character" };
    throw new HttpProblem(code, `${part.path}: ${part.message}`, { errors: [part] });
  }
}

/** A query as its schema's types: texts become numbers and switches, and a name given once may be a list. */
function queryValues(schema: z.ZodObject, search: URLSearchParams): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const name of new Set(search.keys())) {
    const given = search.getAll(name);
    const field = Object.hasOwn(schema.shape, name) ? bare(schema.shape[name] as z.ZodType) : undefined;
    if (field instanceof z.ZodArray) values[name] = given;
    else values[name] = given.length === 1 ? typed(field, given[0]!) : given;
  }
  return values;
}

function typed(field: z.ZodType | undefined, text: string): unknown {
  if (field instanceof z.ZodNumber) return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : text;
  if (field instanceof z.ZodBoolean && (text === "true" || text === "false")) return text === "true";
  return text;
}

/** Without what may be left out. */
function bare(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    return bare(schema.unwrap() as z.ZodType);
  }
  return schema;
}
