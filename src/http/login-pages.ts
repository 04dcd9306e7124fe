import type { Context, Hono } from "hono";
import type { AccessProblem } from "../core/access/access-problem.ts";
import type { HttpContext } from "./http-context.ts";
import { HttpProblem } from "./http-problem.ts";
import type { HttpVariables } from "./http-variables.ts";
import { addProviderPages, CALLBACK_PATH, type ProviderPageCode } from "./provider-pages.ts";
import { loginPage } from "./login-page.ts";
import { readPublicForm } from "./public-body.ts";
import { setSession } from "./session-cookie.ts";
import { isSecretText } from "../core/access/token-text.ts";
import type { RequestGuards } from "./answer-route.ts";
import { refuseOtherSites } from "./identify.ts";
import type { RateLimit } from "./rate-limit.ts";
import { tooMany } from "./too-many.ts";

/** Why a login led nowhere, as the app's first page is told it. */
type LoginPageCode = AccessProblem["code"] | ProviderPageCode | "too_many_requests";

/** By address, the ids of the pages that log in. */
export const LOGIN_PAGES = [
  ["/login", "showLoginLink"],
  ["/login/oidc", "beginLogin"],
  [CALLBACK_PATH, "finishLogin"],
] as const;

/**
 * What browsers log in by without a page of the app. Whatever does not count leads to the app all the same, which says why
 * and asks for a token.
 */
export function addLoginPages(
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

const leave = (c: Context, code: LoginPageCode): Response => {
  c.header("cache-control", "no-store");
  return c.redirect(`/?login=${code}`, 303);
};

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
