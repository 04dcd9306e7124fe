import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { MAX_SESSION_HOURS } from "../core/access/session.ts";
import type { HttpContext } from "./http-context.ts";
import { API_PREFIX } from "./api-prefix.ts";
import type { Principal } from "../core/access/token.ts";
import { HttpProblem } from "./http-problem.ts";
import { chargeRequest, type RateLimit } from "./rate-limit.ts";

type CookieHost = Pick<HttpContext, "publicUrl">;

export const SESSION_COOKIE = "emend_session";

const isSecure = ({ publicUrl }: CookieHost): boolean => publicUrl.startsWith("https:");

/**
 * With https the name starts with `__Host-`. Browsers only accept such a cookie from this host and over TLS, so a
 * sibling domain cannot set it.
 */
export const hostCookie = (name: string, host: CookieHost): string =>
  isSecure(host) ? `__Host-${name}` : name;

/** Scripts cannot read the cookie, and requests from other sites that change something do not send it. */
export const cookieAttributes = (host: CookieHost) =>
  ({ httpOnly: true, path: "/", sameSite: "Lax", secure: isSecure(host) }) as const;

export const sessionSecret = (c: Context, host: CookieHost): string | undefined =>
  getCookie(c, hostCookie(SESSION_COOKIE, host));

/** Sets or deletes the session cookie. The store decides when the session expires. */
export function setSession(c: Context, secret: string | null, host: CookieHost): void {
  const name = hostCookie(SESSION_COOKIE, host);
  const attributes = cookieAttributes(host);
  if (secret === null) deleteCookie(c, name, attributes);
  else setCookie(c, name, secret, { ...attributes, maxAge: MAX_SESSION_HOURS * 3_600 });
}

/** Other sites cannot send this header without a CORS preflight, which we refuse. */
const CSRF_HEADER = "x-emend-csrf";

/** The principal of a token or else of a session. Failed attempts are charged to the client's address. */
export async function identify(c: Context, context: HttpContext, limit: RateLimit): Promise<Principal> {
  try {
    return await authenticate(c, context);
  } catch (error) {
    if (error instanceof HttpProblem) chargeRequest(limit, c.get("address") as string);
    throw error;
  }
}

async function authenticate(c: Context, context: HttpContext): Promise<Principal> {
  const header = c.req.header("authorization");
  if (header !== undefined) {
    const token = /^bearer\s{1,9}(\S{1,500})\s{0,9}$/i.exec(header)?.[1];
    if (token === undefined) {
      throw new HttpProblem(
        "malformed_token",
        "expected the header Authorization: Bearer with a token",
        CHALLENGE,
      );
    }
    const found = await context.access.authenticate(token);
    if (!found.ok) throw new HttpProblem(found.error.code, found.error.message, CHALLENGE);
    return found.value;
  }
  const secret = sessionSecret(c, context);
  if (secret === undefined || secret.length > 500) {
    throw new HttpProblem(
      "login_required",
      "expected the header Authorization: Bearer with a token; create one with `emend tokens create`",
      CHALLENGE,
    );
  }
  const found = await context.access.findSession(secret);
  if (!found.ok) throw new HttpProblem(found.error.code, found.error.message, CHALLENGE);
  refuseForgery(c, secret, context);
  return found.value;
}

const CHALLENGE = { headers: { "www-authenticate": 'Bearer realm="emend"' } };

/** The value of the CSRF header. It is derived from the session, so that it need not be stored. */
export const csrfToken = (secret: string, { hash }: Pick<HttpContext, "hash">): string =>
  hash(`csrf ${secret}`);

const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** Browsers send cookies with requests from any site, so a change by cookie must prove that it comes from our pages. */
function refuseForgery(c: Context, secret: string, context: HttpContext): void {
  if (SAFE_METHODS.has(c.req.method)) return;
  if (isForeign(c, context) || c.req.header(CSRF_HEADER) !== csrfToken(secret, context)) {
    throw new HttpProblem(
      "csrf_refused",
      `expected the header ${CSRF_HEADER} with the value from GET ${API_PREFIX}/session, sent by Emend's web app`,
    );
  }
}

function isForeign(c: Context, { publicUrl }: HttpContext): boolean {
  const site = c.req.header("sec-fetch-site");
  const origin = c.req.header("origin");
  if (site !== undefined && site !== "same-origin") return true;
  return (
    origin !== undefined && origin !== new URL(publicUrl).origin && !sameHost(origin, c.req.header("host"))
  );
}

/**
 * Another site's form must not log a browser in as somebody else. Our own form sends the origin `null`, because our pages
 * have the referrer policy `no-referrer`.
 */
export function refuseOtherSites(c: Context, context: HttpContext): void {
  const isOwn = c.req.header("sec-fetch-site") === "same-origin" && c.req.header("origin") === "null";
  if (isOwn || !isForeign(c, context)) return;
  throw new HttpProblem("csrf_refused", "expected a form from Emend's own login page");
}

const sameHost = (origin: string, host: string | undefined): boolean =>
  URL.canParse(origin) && new URL(origin).host === host;
