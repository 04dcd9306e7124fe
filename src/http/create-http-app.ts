import { Hono } from "hono";
import { API_PREFIX } from "./api-prefix.ts";
import { addReference, REFERENCE_ROUTES } from "./add-reference.ts";
import { answerProblem } from "./answer-problem.ts";
import { answerRoute } from "./answer-route.ts";
import { frameRequest, guardRequest } from "./frame-request.ts";
import { addGithubWebhook } from "./github-webhook.ts";
import type { HttpContext } from "./http-context.ts";
import type { HttpVariables } from "./http-variables.ts";
import { createLoginGuard } from "./login-guard.ts";
import { addLoginPages, LOGIN_PAGES } from "./login-pages.ts";
import { addMcp } from "./mcp-endpoint.ts";
import { nothingAt } from "./nothing-at.ts";
import { createQuotas } from "./quotas.ts";
import { createRateLimit } from "./rate-limit.ts";
import { ROUTES } from "./routes.ts";
import { addWebApp } from "./web-app.ts";
import { addWatchRoutes, WATCH_ROUTES } from "./watch-routes.ts";

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
