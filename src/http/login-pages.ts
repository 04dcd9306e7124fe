import type { Context, Hono } from "hono";
import type { AccessProblem } from "../core/access/access-problem.ts";
import type { HttpContext } from "./http-context.ts";
import { HttpProblem } from "./http-problem.ts";
import type { HttpVariables } from "./http-variables.ts";
import type { LoginGuard } from "./login-guard.ts";
import { addProviderPages, CALLBACK_PATH, type ProviderPageCode } from "./provider-pages.ts";
import { setSession } from "./session-cookie.ts";

/** Why a login led nowhere, as the app's first page is told it. */
type LoginPageCode = AccessProblem["code"] | ProviderPageCode | "too_many_requests";

/** By address, the ids of the pages that log in. */
export const LOGIN_PAGES = [
  ["/login", "logInByLink"],
  ["/login/oidc", "beginLogin"],
  [CALLBACK_PATH, "finishLogin"],
] as const;

/**
 * What browsers log in by without a page of the app. Whatever does not count leads to the app all the same, which says why
 * and asks for a token.
 */
export function addLoginPages(app: Hono<HttpVariables>, context: HttpContext, logins: LoginGuard): void {
  app.get("/login", async (c) => {
    const link = c.req.query("link") ?? "";
    const opened = await logins
      .of(c.get("address"))(() => context.access.openSession({ link }))
      .catch(overLimit);
    c.header("cache-control", "no-store");
    if (!opened.ok) return leave(c, opened.error.code);
    setSession(c, opened.value.secret, context);
    return c.redirect("/", 303);
  });
  addProviderPages(app, context, { logins, leave, overLimit });
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
