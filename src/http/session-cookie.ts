import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { MAX_SESSION_HOURS } from "../core/access/session.ts";
import type { HttpContext } from "./http-context.ts";

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
