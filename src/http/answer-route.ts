import { defined } from "../core/defined.ts";
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { allows } from "../core/access/permission.ts";
import type { Principal } from "../core/access/token.ts";
import { scopeToAgent } from "./agent-scope.ts";
import { contentTag, matchedRevision, matches } from "./entity-tag.ts";
import { given } from "./fields.ts";
import type { HttpContext } from "./http-context.ts";
import { HttpProblem } from "./http-problem.ts";
import { identify } from "./identify.ts";
import { answerOnce } from "./idempotency.ts";
import type { LoginGuard } from "./login-guard.ts";
import { amountIn, type Quotas } from "./quotas.ts";
import type { RateLimit } from "./rate-limit.ts";
import { readPublicJson } from "./public-body.ts";
import { readJson } from "./read-body.ts";
import { queryValues, readInput } from "./read-input.ts";
import { type Route, type RouteAnswer, type RouteRequest, takesKey } from "./route.ts";
import { sessionSecret, setSession } from "./session-cookie.ts";
import { tooMany } from "./too-many.ts";

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
      ...given({ sessionSecret: sessionSecret(c, context) }),
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
