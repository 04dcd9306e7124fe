import type { Context } from "hono";
import { deleteCookie, setCookie } from "hono/cookie";
import { MAX_SESSION_HOURS } from "../core/access/session.ts";
import type { HttpContext } from "./http-context.ts";

/** The browser's login. */
export const SESSION_COOKIE = "emend_session";

/** No script reads it, and no other site's request for a change brings it. The store says when it ends. */
export function setSession(c: Context, secret: string | null, { publicUrl }: HttpContext): void {
  const attributes = {
    httpOnly: true,
    path: "/",
    sameSite: "Lax",
    secure: publicUrl.startsWith("https:"),
  } as const;
  if (secret === null) deleteCookie(c, SESSION_COOKIE, attributes);
  else setCookie(c, SESSION_COOKIE, secret, { ...attributes, maxAge: MAX_SESSION_HOURS * 3_600 });
}
