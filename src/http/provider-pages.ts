import type { Context, Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { ProviderLogin, ProviderLoginProblem } from "../app/access/provider-login.ts";
import { PENDING_LOGIN_MS } from "../core/access/pending-login.ts";
import { ok } from "../core/result.ts";
import { ExternalError } from "../ports/errors.ts";
import type { HttpContext } from "./http-context.ts";
import type { HttpVariables } from "./http-variables.ts";
import type { LoginGuard } from "./login-guard.ts";
import { cookieAttributes, hostCookie, setSession } from "./identify.ts";

export type ProviderPageCode = ProviderLoginProblem["code"] | "oidc_unavailable" | "oidc_not_configured";

/** Where the provider sends browsers back to, below the server's address. */
export const CALLBACK_PATH = "/login/oidc/callback";

/** What is no proof at all; whoever is known and has no role tries nothing out. */
const GUESSES: ReadonlySet<string> = new Set(["oidc_state", "oidc_refused"]);

interface PageParts {
  readonly logins: LoginGuard;
  /** Counts one more request of this address, and refuses one too many. */
  readonly take: (c: Context) => void;
  readonly leave: (c: Context, code: ProviderPageCode | "too_many_requests") => Response;
  readonly overLimit: (error: unknown) => {
    readonly ok: false;
    readonly error: { readonly code: "too_many_requests" };
  };
}

/** The two steps of a login by a provider. */
export function addProviderPages(
  app: Hono<HttpVariables>,
  context: HttpContext,
  { logins, leave, overLimit, take }: PageParts,
): void {
  const { providerLogin, log } = context;
  const cookie = pendingCookie(context);
  const tell = (c: Context, code: string, reason: string): void =>
    log.warn({ request_id: c.get("requestId") as string, code, reason }, "login failed");

  app.get("/login/oidc", async (c) => {
    if (providerLogin === undefined) return leave(c, "oidc_not_configured");
    take(c);
    const begun = await orAway(() => providerLogin.begin(c.req.query("return_to")));
    if (begun instanceof ExternalError) {
      tell(c, begun.code, begun.message);
      return leave(c, "oidc_unavailable");
    }
    cookie.set(c, begun.kept);
    c.header("cache-control", "no-store");
    return c.redirect(begun.address, 303);
  });

  app.get(CALLBACK_PATH, async (c) => {
    if (providerLogin === undefined) return leave(c, "oidc_not_configured");
    take(c);
    // Whatever comes of it, it was the one try.
    const kept = cookie.take(c);
    const query = new URL(c.req.url).searchParams;
    const tried = await orAway(() =>
      finishGuarded(providerLogin, kept, query, logins.of(c.get("address"))),
    ).catch(overLimit);
    if (tried instanceof ExternalError) {
      tell(c, tried.code, tried.message);
      return leave(c, "oidc_unavailable");
    }
    if (!tried.ok) {
      if ("reason" in tried.error) tell(c, tried.error.code, tried.error.reason);
      return leave(c, tried.error.code);
    }
    setSession(c, tried.value.secret, context);
    c.header("cache-control", "no-store");
    return c.redirect(tried.value.returnTo, 303);
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
    return !finished.ok && GUESSES.has(finished.error.code) ? finished : ok(finished);
  });
  return tried.ok ? tried.value : tried;
}

/** The provider may be away; that the store is, is everybody's matter. */
async function orAway<T>(act: () => Promise<T>): Promise<T | ExternalError> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof ExternalError && error.code === "oidc_unavailable") return error;
    throw error;
  }
}

/** What a browser keeps while it is at the provider. */
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
