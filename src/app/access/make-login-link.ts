import { createLoginLink } from "../../core/access/session.ts";
import type { Principal } from "../../core/access/token.ts";
import { type RandomText, SECRET_BYTES } from "../../core/access/token-text.ts";
import type { Digest } from "../../core/audit/audit-entry.ts";
import type { SessionStore } from "../../ports/session-store.ts";

export interface MadeLink {
  /** What the address of the login page ends with. */
  readonly secret: string;
  readonly expires_at: string;
}

/** A link that lets one browser in as somebody, once and within 10 minutes. */
export const makeLoginLink =
  ({
    sessions,
    random,
    hash,
    now,
  }: {
    readonly sessions: Pick<SessionStore, "addLink">;
    readonly random: RandomText;
    readonly hash: Digest;
    readonly now: () => string;
  }) =>
  async (principal: Principal): Promise<MadeLink> => {
    const secret = random(SECRET_BYTES);
    const link = createLoginLink(hash(secret), principal, now());
    await sessions.addLink(link);
    return { secret, expires_at: link.expires_at };
  };
