import { fail, ok, type Result } from "../result.ts";
import type { AccessProblem, LoginProblemCode } from "./access-problem.ts";
import { type Principal, checkToken, type Token } from "./token.ts";
import { hoursAfter } from "../time/time.ts";

const LINK_MS = 600_000;

/** Logs in one browser, once, for a short time. Its secret is stored as a hash. */
export interface LoginLink {
  readonly hash: string;
  readonly principal: Principal;
  readonly created_at: string;
  readonly expires_at: string;
}

export const createLoginLink = (hash: string, principal: Principal, now: string): LoginLink => ({
  hash,
  principal,
  created_at: now,
  expires_at: new Date(Date.parse(now) + LINK_MS).toISOString(),
});

/** Whether a consumed link is still valid. */
export function checkLink(
  link: LoginLink | undefined,
  now: string,
): Result<Principal, AccessProblem<"unknown_link" | "link_expired">> {
  if (link === undefined) {
    const message = "the link was already used or is invalid; ask for a new one";
    return fail({ code: "unknown_link", message });
  }
  if (now >= link.expires_at) {
    return fail({
      code: "link_expired",
      message: "the link was only valid for 10 minutes; ask for a new one",
    });
  }
  return ok(link.principal);
}

/** An unused session ends after this time, */
const IDLE_HOURS = 12;
/** and any session after this time. */
export const MAX_SESSION_HOURS = 168;
/** A session is extended after this much of its time rather than with every request. */
const EXTEND_AFTER_HOURS = 1;

/** A browser session. Its secret is stored as a hash. */
export interface Session {
  readonly id_hash: string;
  readonly principal: Principal;
  readonly created_at: string;
  /** When it ends if it is not used. */
  readonly expires_at: string;
  /** When it ends in any case. */
  readonly ends_at: string;
}

/** Starts a session that ends no later than its token. */
export function startSession(
  id_hash: string,
  principal: Principal,
  { now, token }: { readonly now: string; readonly token?: Token | undefined },
): Session {
  const ends_at = earlier(hoursAfter(now, MAX_SESSION_HOURS), token?.expires_at);
  return {
    id_hash,
    principal: { ...principal, kind: "session" },
    created_at: now,
    expires_at: earlier(hoursAfter(now, IDLE_HOURS), ends_at),
    ends_at,
  };
}

/** Whether a session is valid; `token` is the current state of the token that it came from. */
export function checkSession(
  { principal, expires_at }: Session,
  { now, token }: { readonly now: string; readonly token?: Token | undefined },
): Result<Principal, AccessProblem<LoginProblemCode>> {
  if (principal.token_id !== undefined) {
    // Tokens are never deleted, so a missing one never existed.
    if (token === undefined) {
      return fail({
        code: "unknown_token",
        message: "the token of this login no longer exists; log in again",
      });
    }
    const checked = checkToken(token, now);
    if (checked.state !== "active") return fail(checked.problem);
  }
  if (now >= expires_at) return fail(sessionExpired());
  return ok(principal);
}

/** The new end of a session that is in use; undefined if it need not change yet. */
export function extendedUntil({ expires_at, ends_at }: Session, now: string): string | undefined {
  const until = earlier(hoursAfter(now, IDLE_HOURS), ends_at);
  return until > expires_at && (until === ends_at || hoursAfter(expires_at, EXTEND_AFTER_HOURS) <= until)
    ? until
    : undefined;
}

export const sessionExpired = (): AccessProblem<"session_expired"> => ({
  code: "session_expired",
  message: "the login has ended; log in again",
});

const earlier = (a: string, b: string | undefined): string => (b !== undefined && b < a ? b : a);
