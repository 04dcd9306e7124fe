import type { Digest } from "../audit/audit-entry.ts";
import { fail, ok, type Result } from "../result.ts";
import { isSecretText } from "./token.ts";

const MAX_PATH = 800;
const NOWHERE = "http://emend.invalid";

/**
 * Where somebody goes on after a login: a path of this server, else its first page. It is read by the rules that browsers
 * read it by, and only then looked at, so nothing in it can lead to another server.
 */
export function returnPath(given: string | undefined): string {
  if (given === undefined || given.length > MAX_PATH || !given.startsWith("/")) return "/";
  if (!URL.canParse(given, NOWHERE)) return "/";
  const { origin, pathname, search, hash } = new URL(given, NOWHERE);
  const path = `${pathname}${search}${hash}`;
  if (origin !== NOWHERE || path.startsWith("//") || path.length > MAX_PATH) return "/";
  // A login that leads to a login has no end.
  return /^\/login(?:[/?#]|$)/.test(path) ? "/" : path;
}

/** So long somebody may take at the provider. */
export const PENDING_LOGIN_MS = 600_000;

/** A login that was begun and leads over a provider's own pages. */
export interface PendingLogin {
  /** What the provider gives back to the letter. */
  readonly state: string;
  /** What the provider writes into what it signs. */
  readonly nonce: string;
  /** What only whoever began can show to the provider (PKCE). */
  readonly verifier: string;
  readonly returnTo: string;
}

export interface PendingLoginProblem {
  readonly code: "oidc_state" | "oidc_expired";
  readonly reason: string;
}

/**
 * A login and the text that its browser keeps. Everything follows from one random secret in that text, and the state that
 * goes over the provider is a digest of all of it: no server remembers anything or shares a key, any server can finish,
 * and a text that was changed fits no answer.
 */
export function beginLogin(
  secret: string,
  {
    returnTo,
    now,
    hash,
  }: { readonly returnTo: string | undefined; readonly now: string; readonly hash: Digest },
): { readonly login: PendingLogin; readonly kept: string } {
  const kept = `${secret}.${Date.parse(now) + PENDING_LOGIN_MS}.${returnPath(returnTo)}`;
  return { login: derive(kept, returnPath(returnTo), hash), kept };
}

/** The login that an answer belongs to. */
export function resumeLogin(
  kept: string | undefined,
  { state, now, hash }: { readonly state: string | undefined; readonly now: string; readonly hash: Digest },
): Result<PendingLogin, PendingLoginProblem> {
  const [secret = "", until = "", ...path] = (kept ?? "").slice(0, 4_096).split(".");
  if (kept === undefined || !isSecretText(secret)) {
    return fail({ code: "oidc_state", reason: "the browser did not send the state of this login" });
  }
  const login = derive(kept, returnPath(path.join(".")), hash);
  if (state !== login.state) {
    return fail({ code: "oidc_state", reason: "the response belongs to another login" });
  }
  if (!(Date.parse(now) < Number(until))) {
    return fail({ code: "oidc_expired", reason: "the login took more than 10 minutes" });
  }
  return ok(login);
}

const derive = (kept: string, returnTo: string, hash: Digest): PendingLogin => ({
  state: hash(`oidc state ${kept}`),
  nonce: hash(`oidc nonce ${kept}`),
  verifier: hash(`oidc verifier ${kept}`),
  returnTo,
});
