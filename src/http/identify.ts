import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { MAX_SESSION_HOURS } from "../core/access/session.ts";
import type { HttpContext } from "./http-context.ts";
import { API_PREFIX } from "./api-prefix.ts";
import type { Principal } from "../core/access/token.ts";
import { HttpProblem } from "./http-problem.ts";
import type { RateLimit } from "./rate-limit.ts";
import { tooMany } from "./too-many.ts";

type CookieHost = Pick<HttpContext, "publicUrl">;

/** The browser's login. */
export const SESSION_COOKIE = "emend_session";

const isSecure = ({ publicUrl }: CookieHost): boolean => publicUrl.startsWith("https:");

/**
 * Under https the name begins with `__Host-`. Browsers take such a cookie from this very host and over TLS alone, so no
 * neighbouring domain can set one.
 */
export const hostCookie = (name: string, host: CookieHost): string =>
  isSecure(host) ? `__Host-${name}` : name;

/** What a cookie of ours has: no script reads it, and no other site's request for a change sends it. */
export const cookieAttributes = (host: CookieHost) =>
  ({ httpOnly: true, path: "/", sameSite: "Lax", secure: isSecure(host) }) as const;

/** What the browser is logged in with. */
export const sessionSecret = (c: Context, host: CookieHost): string | undefined =>
  getCookie(c, hostCookie(SESSION_COOKIE, host));

/** Keeps a login in the browser, or takes it away. The store says when it ends. */
export function setSession(c: Context, secret: string | null, host: CookieHost): void {
  const name = hostCookie(SESSION_COOKIE, host);
  const attributes = cookieAttributes(host);
  if (secret === null) deleteCookie(c, name, attributes);
  else setCookie(c, name, secret, { ...attributes, maxAge: MAX_SESSION_HOURS * 3_600 });
}

/** What only Emend's own pages can send: other sites may not set it without being asked first. */
const CSRF_HEADER = "x-emend-csrf";

/**
 * Who asks, by a token or a login; a token counts where both are given. Whoever shows none that counts uses up the
 * requests of their address.
 */
export async function identify(c: Context, context: HttpContext, limit: RateLimit): Promise<Principal> {
  try {
    return await prove(c, context);
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error;
    const wait = limit.take(c.get("address") as string);
    throw wait > 0 ? tooMany(wait) : error;
  }
}

async function prove(c: Context, context: HttpContext): Promise<Principal> {
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

/** What a page of ours sends with every change: derived from the login, so that nothing has to be kept. */
export const csrfToken = (secret: string, { hash }: Pick<HttpContext, "hash">): string =>
  hash(`csrf ${secret}`);

const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** Browsers send cookies whoever wrote the page, so a change by cookie must show that it comes from ours. */
function refuseForgery(c: Context, secret: string, context: HttpContext): void {
  if (SAFE.has(c.req.method)) return;
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

/** A form of another site must not log a browser in as somebody else. Our own form hides where it is from, as pages of ours do. */
export function refuseOtherSites(c: Context, context: HttpContext): void {
  const isOwn = c.req.header("sec-fetch-site") === "same-origin" && c.req.header("origin") === "null";
  if (isOwn || !isForeign(c, context)) return;
  throw new HttpProblem("csrf_refused", "expected a form from Emend's own login page");
}

const sameHost = (origin: string, host: string | undefined): boolean =>
  URL.canParse(origin) && new URL(origin).host === host;
