import type { Digest } from "../audit/audit-entry.ts";
import { fail, ok, type Result } from "../result.ts";
import { isSecretText } from "./token.ts";

const MAX_PATH = 800;
const DUMMY_ORIGIN = "http://emend.invalid";

/**
 * Where to go after a login: a path on this server, or its home page. The path is parsed as browsers do before it
 * is checked, so it cannot lead to another server.
 */
export function returnPath(target: string | undefined): string {
  if (target === undefined || target.length > MAX_PATH || !target.startsWith("/")) return "/";
  if (!URL.canParse(target, DUMMY_ORIGIN)) return "/";
  const { origin, pathname, search, hash } = new URL(target, DUMMY_ORIGIN);
  const path = `${pathname}${search}${hash}`;
  if (origin !== DUMMY_ORIGIN || path.startsWith("//") || path.length > MAX_PATH) return "/";
  // A login that leads to the login page would never end.
  return /^\/login(?:[/?#]|$)/.test(path) ? "/" : path;
}

/** The time limit for the provider's pages. */
export const PENDING_LOGIN_MS = 600_000;

/** A login in progress on a provider's pages. */
export interface PendingLogin {
  /** The provider returns it unchanged. */
  readonly state: string;
  /** The provider includes it in what it signs. */
  readonly nonce: string;
  /** The PKCE verifier, which only the initiator has. */
  readonly verifier: string;
  readonly returnTo: string;
}

export interface PendingLoginProblem {
  readonly code: "oidc_state" | "oidc_expired";
  readonly reason: string;
}

/**
 * Starts a login, with the text that the browser keeps. Everything is derived from a random secret in that text,
 * and the state sent to the provider is a digest of all of it. So servers need neither memory nor a shared key, any
 * server can finish the login, and a modified text matches no response.
 */
export function beginLogin(
  secret: string,
  {
    returnTo,
    now,
    hash,
  }: { readonly returnTo: string | undefined; readonly now: string; readonly hash: Digest },
): { readonly login: PendingLogin; readonly kept: string } {
  const browserText = `${secret}.${Date.parse(now) + PENDING_LOGIN_MS}.${returnPath(returnTo)}`;
  return { login: derive(browserText, returnPath(returnTo), hash), kept: browserText };
}

/** The login that a response belongs to. */
export function resumeLogin(
  browserText: string | undefined,
  { state, now, hash }: { readonly state: string | undefined; readonly now: string; readonly hash: Digest },
): Result<PendingLogin, PendingLoginProblem> {
  const [secret = "", until = "", ...path] = (browserText ?? "").slice(0, 4_096).split(".");
  if (browserText === undefined || !isSecretText(secret)) {
    return fail({ code: "oidc_state", reason: "the browser did not send the state of this login" });
  }
  const login = derive(browserText, returnPath(path.join(".")), hash);
  if (state !== login.state) {
    return fail({ code: "oidc_state", reason: "the response belongs to another login" });
  }
  if (!(Date.parse(now) < Number(until))) {
    return fail({ code: "oidc_expired", reason: "the login took more than 10 minutes" });
  }
  return ok(login);
}

const derive = (browserText: string, returnTo: string, hash: Digest): PendingLogin => ({
  state: hash(`oidc state ${browserText}`),
  nonce: hash(`oidc nonce ${browserText}`),
  verifier: hash(`oidc verifier ${browserText}`),
  returnTo,
});
