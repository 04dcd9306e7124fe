import type { Context, Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { ProviderLogin, ProviderLoginProblem } from "../app/access/provider-login.ts";
import { PENDING_LOGIN_MS } from "../core/access/pending-login.ts";
import { ok } from "../core/result.ts";
import { ExternalError } from "../ports/errors.ts";
import type { HttpContext, HttpVariables } from "./http-context.ts";
import type { LoginGuard } from "./login-guard.ts";
import { chargeRequest, type RateLimit } from "./rate-limit.ts";
import { cookieAttributes, hostCookie, setSession } from "./identify.ts";

export type ProviderPageCode = ProviderLoginProblem["code"] | "oidc_unavailable" | "oidc_not_configured";

/** The redirect path to register at the provider. */
export const CALLBACK_PATH = "/login/oidc/callback";

/** Failures that may be an attack. A known person without a role is not guessing. */
const SUSPICIOUS: ReadonlySet<string> = new Set(["oidc_state", "oidc_refused"]);

interface ProviderPageOptions {
  readonly limit: RateLimit;
  readonly logins: LoginGuard;
  readonly redirectToLogin: (c: Context, code: ProviderPageCode | "too_many_requests") => Response;
  readonly overLimit: (error: unknown) => {
    readonly ok: false;
    readonly error: { readonly code: "too_many_requests" };
  };
}

/** The two steps of a login with a provider: the redirect there, and the way back. */
export function addProviderPages(
  app: Hono<HttpVariables>,
  context: HttpContext,
  { limit, logins, redirectToLogin, overLimit }: ProviderPageOptions,
): void {
  const { providerLogin, log } = context;
  const cookie = pendingCookie(context);
  const logFailure = (c: Context, code: string, reason: string): void =>
    log.warn({ request_id: c.get("requestId") as string, code, reason }, "login failed");

  app.get("/login/oidc", async (c) => {
    if (providerLogin === undefined) return redirectToLogin(c, "oidc_not_configured");
    chargeRequest(limit, c.get("address"));
    const begun = await orUnavailable(() => providerLogin.begin(c.req.query("return_to")));
    if (begun instanceof ExternalError) {
      logFailure(c, begun.code, begun.message);
      return redirectToLogin(c, "oidc_unavailable");
    }
    cookie.set(c, begun.kept);
    c.header("cache-control", "no-store");
    return c.redirect(begun.address, 303);
  });

  app.get(CALLBACK_PATH, async (c) => {
    if (providerLogin === undefined) return redirectToLogin(c, "oidc_not_configured");
    chargeRequest(limit, c.get("address"));
    // Deletes the cookie whatever the outcome, because it is only valid for one attempt.
    const kept = cookie.take(c);
    const query = new URL(c.req.url).searchParams;
    const finished = await orUnavailable(() =>
      finishGuarded(providerLogin, kept, query, logins.of(c.get("address"))),
    ).catch(overLimit);
    if (finished instanceof ExternalError) {
      logFailure(c, finished.code, finished.message);
      return redirectToLogin(c, "oidc_unavailable");
    }
    if (!finished.ok) {
      const { error } = finished;
      if ("reason" in error) logFailure(c, error.code, error.reason);
      return redirectToLogin(c, error.code);
    }
    setSession(c, finished.value.secret, context);
    c.header("cache-control", "no-store");
    return c.redirect(finished.value.returnTo, 303);
  });
}

async function finishGuarded(
  login: ProviderLogin,
  kept: string | undefined,
  query: URLSearchParams,
  guard: ReturnType<LoginGuard["of"]>,
): ReturnType<ProviderLogin["finish"]> {
  const tried = await guard(async () => {
    const finished = await login.finish(kept, query);
    return !finished.ok && SUSPICIOUS.has(finished.error.code) ? finished : ok(finished);
  });
  return tried.ok ? tried.value : tried;
}

/** Returns an outage of the provider instead of throwing it; any other error is not specific to logins. */
async function orUnavailable<T>(act: () => Promise<T>): Promise<T | ExternalError> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof ExternalError && error.code === "oidc_unavailable") return error;
    throw error;
  }
}

/** The cookie that the browser keeps while it is at the provider. */
function pendingCookie(context: HttpContext) {
  const name = hostCookie("emend_login", context);
  const attributes = cookieAttributes(context);
  return {
    set: (c: Context, kept: string): void =>
      setCookie(c, name, kept, { ...attributes, maxAge: PENDING_LOGIN_MS / 1_000 }),
    take: (c: Context): string | undefined => {
      const kept = getCookie(c, name);
      deleteCookie(c, name, attributes);
      return kept;
    },
  };
}
