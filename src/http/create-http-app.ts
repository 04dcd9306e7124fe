import { Hono, type Context } from "hono";
import { API_PREFIX } from "./api-prefix.ts";
import { problemResponse } from "./problem-response.ts";
import { handleRoute, type RequestGuards } from "./handle-route.ts";
import { guardRequest, observeRequest } from "./request-middleware.ts";
import { addGithubWebhook } from "./github-webhook.ts";
import type { HttpContext, HttpVariables } from "./http-context.ts";
import { createLoginGuard } from "./login-guard.ts";
import { addMcpEndpoint } from "./mcp-endpoint.ts";
import { chargeRequest, createQuotas, createRateLimit } from "./rate-limit.ts";
import { ROUTES } from "./routes.ts";
import { addHealthRoutes, MONITORING_ROUTES } from "./health-routes.ts";
import { HttpProblem } from "./http-problem.ts";
import { matches, contentTag } from "./route.ts";
import type { WebFile } from "./web-files.ts";
import { contractOf } from "./contract.ts";
import { referencePage } from "./reference/reference-page.ts";
import { REFERENCE_STYLE } from "./reference/reference-style.ts";
import type { AccessProblem } from "../core/access/access-problem.ts";
import { addProviderPages, CALLBACK_PATH, type ProviderPageCode } from "./provider-pages.ts";
import { readPublicForm } from "./read-body.ts";
import { setSession, refuseOtherSites } from "./identify.ts";
import { isSecretText } from "../core/access/token.ts";
import { html } from "./reference/html.ts";
import { searchPage } from "./reference/search-page.ts";

/** The page behind a login link. Its button keeps chat previews and mail scanners from using up the link. */
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

/** Paths and route ids. */
const LOGIN_PAGES = [
  ["/login", "showLoginLink"],
  ["/login/oidc", "beginLogin"],
  [CALLBACK_PATH, "finishLogin"],
] as const;

const redirectToLogin = (c: Context, code: LoginPageCode): Response => {
  c.header("cache-control", "no-store");
  return c.redirect(`/?login=${code}`, 303);
};

/** Paths and route ids. */
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

/** The whole HTTP server: the API, login pages, MCP, webhooks, monitoring, the reference and the web app. */
export function createHttpApp(context: HttpContext): Hono<HttpVariables> {
  const app = new Hono<HttpVariables>();
  const routeNames = new Map([
    ...ROUTES.map(({ method, path, id }) => [`${method} ${toHono(path)}`, id] as const),
    ["post /login", "logInByLink"],
    ["post /mcp", "mcp"],
    ["post /webhooks/github", "githubWebhook"],
    ...[...LOGIN_PAGES, ...MONITORING_ROUTES, ...REFERENCE_ROUTES].map(
      ([path, id]) => [`get ${path}`, id] as const,
    ),
  ]);
  app.use(
    observeRequest(context, (path, method) => routeNames.get(`${method.toLowerCase()} ${path}`) ?? "other"),
  );
  app.use(guardRequest(context));
  app.onError((error, c) => problemResponse(error, c, context));
  app.notFound((c) => problemResponse(noRouteProblem(app, c), c, context));
  const nowMs = (): number => Date.parse(context.now());
  const guards = {
    limit: createRateLimit(context.limits.requestsPerMinute, nowMs),
    quotas: createQuotas(context.limits, nowMs),
    logins: createLoginGuard(nowMs),
  };
  for (const route of ROUTES) {
    app.on(route.method.toUpperCase(), toHono(route.path), handleRoute(route, context, guards));
  }
  addLoginPages(app, context, guards);
  addMcpEndpoint(app, context, guards);
  addGithubWebhook(app, context, guards);
  addHealthRoutes(app, context, guards.limit);
  addReference(app, context);
  addWebApp(app, context);
  return app;
}

/** Either nothing is at the path, or it needs another method. */
function noRouteProblem({ router }: Hono<HttpVariables>, { req: { method, path } }: Context): HttpProblem {
  // Middleware and the web app match every path, under `/*`.
  const methods = METHODS.filter((each) =>
    router.match(each, path)[0].some(([[, route]]) => route.method === each && route.path !== "/*"),
  );
  if (methods.length === 0)
    return new HttpProblem("not_found", "there is nothing at this address; see /docs");
  const allowed = methods.flatMap((each) => (each === "GET" ? ["GET", "HEAD"] : [each])).join(", ");
  return new HttpProblem("method_not_allowed", `expected one of ${allowed}, got ${method}`, {
    headers: { allow: allowed },
  });
}

/** The web app's files, and its page at every other path that a browser may open. */
function addWebApp(app: Hono<HttpVariables>, { web }: HttpContext): void {
  app.get("*", (c, next) => {
    const file = web?.find(c.req.path);
    if (file !== undefined) return sendFile(c, file);
    // A browser gets the app, which shows its own "not found" page; a program gets a 404.
    const isPage = !SERVER_PATHS.test(c.req.path) && (c.req.header("accept") ?? "").includes("text/html");
    if (!isPage) return next();
    return web === undefined ? c.redirect("/docs", 302) : sendFile(c, web.page);
  });
}

function sendFile(c: Context, { body, gzip, type, tag, isImmutable }: WebFile): Response {
  c.header("etag", tag);
  c.header("cache-control", isImmutable ? "public, max-age=31536000, immutable" : "no-cache");
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

/** The OpenAPI document and the reference page, both public. */
function addReference(app: Hono<HttpVariables>, { version, publicUrl }: HttpContext): void {
  let page: Page | undefined;
  const referencePageOnce = (): Page => {
    if (page !== undefined) return page;
    const text = referencePage(ROUTES, contractOf(version), publicUrl);
    return (page = { text, tag: contentTag(text) });
  };
  const style = { text: REFERENCE_STYLE, tag: contentTag(REFERENCE_STYLE) };
  app.get("/openapi.json", (c) => sendText(c, contractOf(version), "application/json"));
  app.on("GET", ["/docs", "/docs/"], (c) => {
    const search = c.req.query("q")?.trim() ?? "";
    if (search === "") return sendText(c, referencePageOnce(), "text/html; charset=utf-8");
    const text = searchPage(ROUTES, search);
    return sendText(c, { text, tag: contentTag(text) }, "text/html; charset=utf-8");
  });
  app.get("/docs/reference.css", (c) => sendText(c, style, "text/css; charset=utf-8"));
}

function sendText(c: Context, { text, tag }: Page, type: string): Response {
  c.header("etag", tag);
  c.header("cache-control", "no-cache");
  if (matches(c.req.header("if-none-match"), tag)) return c.body(null, 304);
  c.header("content-type", type);
  return c.body(text);
}

/** Why a login failed; the web app's login page explains it. */
type LoginPageCode = AccessProblem["code"] | ProviderPageCode | "too_many_requests";

/** Logins outside the web app: by link and by a provider. A failed one redirects to the app, which says why. */
function addLoginPages(
  app: Hono<HttpVariables>,
  context: HttpContext,
  { limit, logins }: RequestGuards,
): void {
  app.get("/login", (c) => {
    const link = c.req.query("link") ?? "";
    if (!isSecretText(link)) return redirectToLogin(c, "unknown_link");
    c.header("cache-control", "no-store");
    return c.html(loginPage(link));
  });
  app.post("/login", async (c) => {
    chargeRequest(limit, c.get("address"));
    refuseOtherSites(c, context);
    const link = (await readPublicForm(c.req.raw)).get("link") ?? "";
    const opened = await logins
      .of(c.get("address"))(() => context.access.openSession({ link }))
      .catch(overLimit);
    c.header("cache-control", "no-store");
    if (!opened.ok) return redirectToLogin(c, opened.error.code);
    setSession(c, opened.value.secret, context);
    return c.redirect("/", 303);
  });
  addProviderPages(app, context, { limit, logins, redirectToLogin, overLimit });
}

/** The login page shows the limit, because a browser does not show the status of a redirect. */
function overLimit(error: unknown): {
  readonly ok: false;
  readonly error: { readonly code: "too_many_requests" };
} {
  if (error instanceof HttpProblem && error.code === "too_many_requests") {
    return { ok: false, error: { code: error.code } };
  }
  throw error;
}
