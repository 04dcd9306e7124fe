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
import { addDocs, DOCS_ROUTES } from "./docs-pages.ts";
import { addLoginStyle, LOGIN_STYLE_PATH, loginPage } from "./login-page.ts";
import { sendFile } from "./send-file.ts";
import type { AccessProblem } from "../core/access/access-problem.ts";
import { addProviderPages, CALLBACK_PATH, type ProviderPageCode } from "./provider-pages.ts";
import { readPublicForm } from "./read-body.ts";
import { setSession, refuseOtherSites } from "./identify.ts";
import { isSecretText } from "../core/access/token.ts";

/** Paths and route ids. */
const LOGIN_PAGES = [
  ["/login", "showLoginLink"],
  ["/login/oidc", "beginLogin"],
  [CALLBACK_PATH, "finishLogin"],
  [LOGIN_STYLE_PATH, "loginStyle"],
] as const;

const redirectToLogin = (c: Context, code: LoginPageCode): Response => {
  c.header("cache-control", "no-store");
  return c.redirect(`/?login=${code}`, 303);
};

/** Paths that the server answers itself. Every other one is a page of the app. */
export const SERVER_PATHS =
  /^\/(?:api|assets|mcp|webhooks|login|docs|metrics|healthz|readyz|openapi\.json)(?:[/?]|$)/;

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

const toHono = (path: string): string => `${API_PREFIX}${path.replaceAll(/\{(\w+)\}/g, ":$1")}`;

/** The whole HTTP server: the API, login pages, MCP, webhooks, monitoring, the documentation and the web app. */
export function createHttpApp(context: HttpContext): Hono<HttpVariables> {
  const app = new Hono<HttpVariables>();
  const routeNames = new Map([
    ...ROUTES.map(({ method, path, id }) => [`${method} ${toHono(path)}`, id] as const),
    ["post /login", "logInByLink"],
    ["post /mcp", "mcp"],
    ["post /webhooks/github", "githubWebhook"],
    ...[...LOGIN_PAGES, ...MONITORING_ROUTES, ...DOCS_ROUTES].map(
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
  addDocs(app, context);
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

/** Why a login failed; the web app's login page explains it. */
type LoginPageCode = AccessProblem["code"] | ProviderPageCode | "too_many_requests";

/** Logins outside the web app: by link and by a provider. A failed one redirects to the app, which says why. */
function addLoginPages(
  app: Hono<HttpVariables>,
  context: HttpContext,
  { limit, logins }: RequestGuards,
): void {
  addLoginStyle(app);
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
