import type { AccessProblem, LoginProblemCode } from "../../core/access/access-problem.ts";
import type { Principal } from "../../core/access/principal.ts";
import { checkSession, endedLogin, extendedUntil } from "../../core/access/session.ts";
import { isSecretText } from "../../core/access/secret-text.ts";
import type { Digest } from "../../core/audit/audit-entry.ts";
import { fail, type Result } from "../../core/result.ts";
import type { SessionStore } from "../../ports/session-store.ts";

/**
 * Says who is logged in with a secret, or why that no longer counts. The login is extended aside, at most once an hour.
 * The store is asked each time, so that logging out and revoking a token count everywhere at once.
 */
export const findSession =
  ({
    sessions,
    hash,
    now,
  }: {
    readonly sessions: Pick<SessionStore, "find" | "extend">;
    readonly hash: Digest;
    /** UTC to the millisecond. */
    readonly now: () => string;
  }) =>
  async (secret: string): Promise<Result<Principal, AccessProblem<LoginProblemCode>>> => {
    if (!isSecretText(secret)) return fail(endedLogin());
    const found = await sessions.find(hash(secret));
    if (found === undefined) return fail(endedLogin());
    const { session, token } = found;
    const time = now();
    const checked = checkSession(session, { now: time, token });
    if (!checked.ok) return checked;
    const until = extendedUntil(session, time);
    if (until !== undefined) sessions.extend(session.id_hash, until).catch(() => undefined);
    return checked;
  };
