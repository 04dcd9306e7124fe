import type { IdempotencyStore } from "../../ports/idempotency-store.ts";
import type { SessionStore } from "../../ports/session-store.ts";

/** Removes logins, links and kept answers whose time is over; they count no more in any case. Answers how many. */
export const deleteExpired =
  ({
    sessions,
    idempotency,
    now,
  }: {
    readonly sessions: Pick<SessionStore, "forgetExpired">;
    readonly idempotency: Pick<IdempotencyStore, "forgetExpired">;
    readonly now: () => string;
  }) =>
  async (): Promise<number> => {
    const time = now();
    return (await sessions.forgetExpired(time)) + (await idempotency.forgetExpired(time));
  };
