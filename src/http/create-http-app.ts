import { Hono, type Context } from "hono";
import { API_PREFIX } from "./api-prefix.ts";
import { answerProblem } from "./answer-problem.ts";
import { answerRoute, type RequestGuards } from "./answer-route.ts";
import { frameRequest, guardRequest } from "./frame-request.ts";
import { addGithubWebhook } from "./github-webhook.ts";
import type { HttpContext } from "./http-context.ts";
import type { HttpVariables } from "./http-variables.ts";
import { createLoginGuard } from "./login-guard.ts";
import { addMcp } from "./mcp-endpoint.ts";
import { createQuotas, createRateLimit, type RateLimit } from "./rate-limit.ts";
import { ROUTES } from "./routes.ts";
import { addWatchRoutes, WATCH_ROUTES } from "./watch-routes.ts";
import { HttpProblem } from "./http-problem.ts";
import { matches, contentTag } from "./route.ts";
import type { WebFile } from "./web-files.ts";
import { contractOf } from "./contract.ts";
import { referencePage } from "./reference/reference-page.ts";
import { REFERENCE_STYLE } from "./reference/reference-style.ts";
import type { AccessProblem } from "../core/access/access-problem.ts";
import { addProviderPages, CALLBACK_PATH, type ProviderPageCode } from "./provider-pages.ts";
import { readPublicForm } from "./public-body.ts";
import { setSession, refuseOtherSites } from "./identify.ts";
import { isSecretText } from "../core/access/token.ts";
import { tooMany } from "./too-many.ts";
import { html } from "./reference/html.ts";

/**
 * What a login link shows. Programs that look at links (chat previews, mail scanners, HEAD requests) must not use it up, so
 * a person presses the button. It needs no script.
 */
const loginPage = (link: string): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>Log in to Emend</title>
        <link rel="stylesheet" href="/docs/reference.css" />
      </head>
      <body>
        <main>
          <h1>Log in to Emend</h1>
          <p>This link logs one browser in, once. It works for 10 minutes after it was made.</p>
          <form method="post" action="/login">
            <input type="hidden" name="link" value="${link}" />
            <button type="submit" autofocus>Log in</button>
          </form>
        </main>
      </body>
    </html>`.markup;

/** By address, the ids of the pages that log in. */
const LOGIN_PAGES = [
  ["/login", "showLoginLink"],
  ["/login/oidc", "beginLogin"],
  [CALLBACK_PATH, "finishLogin"],
] as const;

const leave = (c: Context, code: LoginPageCode): Response => {
  c.header("cache-control", "no-store");
  return c.redirect(`/?login=${code}`, 303);
};

/** The addresses of the reference, and what the metrics call them. */
const REFERENCE_ROUTES: ReadonlyMap<string, string> = new Map([
  ["/openapi.json", "contract"],
  ["/docs", "reference"],
  ["/docs/", "reference"],
  ["/docs/reference.css", "referenceStyle"],
]);

/** Paths that the server answers itself. Every other one is a page of the app. */
export const SERVER_PATHS =
  /^\/(?:api|assets|mcp|webhooks|login|docs|metrics|healthz|readyz|openapi\.json)(?:[/?]|$)/;

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

const toHono = (path: string): string => `${API_PREFIX}${path.replaceAll(/\{(\w+)\}/g, ":$1")}`;

/** Everything that the server answers, from the table of routes and what stands beside it. */
export function createHttpApp(context: HttpContext): Hono<HttpVariables> {
  const app = new Hono<HttpVariables>();
  const names = new Map([
    ...ROUTES.map(({ method, path, id }) => [`${method} ${toHono(path)}`, id] as const),
    ["post /login", "logInByLink"],
    ["post /mcp", "mcp"],
    ["post /webhooks/github", "githubWebhook"],
    ...[...LOGIN_PAGES, ...WATCH_ROUTES, ...REFERENCE_ROUTES].map(
      ([path, id]) => [`get ${path}`, id] as const,
    ),
  ]);
  app.use(frameRequest(context, (path, method) => names.get(`${method.toLowerCase()} ${path}`) ?? "other"));
  app.use(guardRequest(context));
  app.onError((error, c) => answerProblem(error, c, context));
  app.notFound((c) => answerProblem(nothingAt(app, c), c, context));
  const nowMs = (): number => Date.parse(context.now());
  const guards = {
    limit: createRateLimit(context.limits.requestsPerMinute, nowMs),
    quotas: createQuotas(context.limits, nowMs),
    logins: createLoginGuard(nowMs),
  };
  for (const route of ROUTES) {
    app.on(route.method.toUpperCase(), toHono(route.path), answerRoute(route, context, guards));
  }
  addLoginPages(app, context, guards);
  addMcp(app, context, guards);
  addGithubWebhook(app, context, guards);
  addWatchRoutes(app, context, guards.limit);
  addReference(app, context);
  addWebApp(app, context);
  return app;
}

/** Why nobody answered: nothing is at the address, or what is there takes other methods. */
function nothingAt({ router }: Hono<HttpVariables>, { req: { method, path } }: Context): HttpProblem {
  // What stands around every request, or under every address, says nothing of this one.
  const taken = METHODS.filter((each) =>
    router.match(each, path)[0].some(([[, route]]) => route.method === each && route.path !== "/*"),
  );
  if (taken.length === 0) return new HttpProblem("not_found", "there is nothing at this address; see /docs");
  const allowed = taken.flatMap((each) => (each === "GET" ? ["GET", "HEAD"] : [each])).join(", ");
  return new HttpProblem("method_not_allowed", `expected one of ${allowed}, got ${method}`, {
    headers: { allow: allowed },
  });
}

/** The app's files, and its one page under every address that a person may open. */
function addWebApp(app: Hono<HttpVariables>, { web }: HttpContext): void {
  app.get("*", (c, next) => {
    const file = web?.find(c.req.path);
    if (file !== undefined) return send(c, file);
    // Whoever asks for a page gets the app, which says what is not there; a program is told so by its code.
    const isPage = !SERVER_PATHS.test(c.req.path) && (c.req.header("accept") ?? "").includes("text/html");
    if (!isPage) return next();
    return web === undefined ? c.redirect("/docs", 302) : send(c, web.page);
  });
}

function send(c: Context, { body, gzip, type, tag, isFixed }: WebFile): Response {
  c.header("etag", tag);
  c.header("cache-control", isFixed ? "public, max-age=31536000, immutable" : "no-cache");
  if (matches(c.req.header("if-none-match"), tag)) return c.body(null, 304);
  c.header("content-type", type);
  c.header("vary", "accept-encoding");
  if (gzip === undefined || !/\bgzip\b/.test(c.req.header("accept-encoding") ?? "")) return c.body(body);
  c.header("content-encoding", "gzip");
  return c.body(gzip);
}

interface Page {
  readonly text: string;
  readonly tag: string;
}

/** The contract for programs and the reference for people; anybody may read them. */
function addReference(app: Hono<HttpVariables>, { version, publicUrl }: HttpContext): void {
  let page: Page | undefined;
  const pageOf = (): Page => {
    if (page !== undefined) return page;
    const text = referencePage(ROUTES, contractOf(version), publicUrl);
    return (page = { text, tag: contentTag(text) });
  };
  const style = { text: REFERENCE_STYLE, tag: contentTag(REFERENCE_STYLE) };
  app.get("/openapi.json", (c) => tell(c, contractOf(version), "application/json"));
  app.on("GET", ["/docs", "/docs/"], (c) => tell(c, pageOf(), "text/html; charset=utf-8"));
  app.get("/docs/reference.css", (c) => tell(c, style, "text/css; charset=utf-8"));
}

function tell(c: Context, { text, tag }: Page, type: string): Response {
  c.header("etag", tag);
  c.header("cache-control", "no-cache");
  if (matches(c.req.header("if-none-match"), tag)) return c.body(null, 304);
  c.header("content-type", type);
  return c.body(text);
}

/** Why a login led nowhere, as the app's first page is told it. */
type LoginPageCode = AccessProblem["code"] | ProviderPageCode | "too_many_requests";

/**
 * What browsers log in by without a page of the app. Whatever does not count leads to the app all the same, which says why
 * and asks for a token.
 */
function addLoginPages(
  app: Hono<HttpVariables>,
  context: HttpContext,
  { limit, logins }: RequestGuards,
): void {
  app.get("/login", (c) => {
    const link = c.req.query("link") ?? "";
    if (!isSecretText(link)) return leave(c, "unknown_link");
    c.header("cache-control", "no-store");
    return c.html(loginPage(link));
  });
  app.post("/login", async (c) => {
    takeFrom(limit, c);
    refuseOtherSites(c, context);
    const link = (await readPublicForm(c.req.raw)).get("link") ?? "";
    const opened = await logins
      .of(c.get("address"))(() => context.access.openSession({ link }))
      .catch(overLimit);
    c.header("cache-control", "no-store");
    if (!opened.ok) return leave(c, opened.error.code);
    setSession(c, opened.value.secret, context);
    return c.redirect("/", 303);
  });
  addProviderPages(app, context, { logins, leave, overLimit, take: (c) => takeFrom(limit, c) });
}

/** A login asks the store, and maybe a provider. */
function takeFrom(limit: RateLimit, c: Context): void {
  const wait = limit.take(c.get("address") as string);
  if (wait > 0) throw tooMany(wait);
}

/** A browser that shows a page does not read a status. */
function overLimit(error: unknown): {
  readonly ok: false;
  readonly error: { readonly code: "too_many_requests" };
} {
  if (error instanceof HttpProblem && error.code === "too_many_requests") {
    return { ok: false, error: { code: error.code } };
  }
  throw error;
}
