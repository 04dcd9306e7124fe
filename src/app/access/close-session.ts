import type { Digest } from "../../core/audit/audit-entry.ts";
import type { SessionStore } from "../../ports/session-store.ts";

/** Logs a browser out; answers false where nobody was logged in with that secret. */
export const closeSession =
  ({ sessions, hash }: { readonly sessions: Pick<SessionStore, "close">; readonly hash: Digest }) =>
  (secret: string): Promise<boolean> =>
    sessions.close(hash(secret));
