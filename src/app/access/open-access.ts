import type { AccessProblem } from "../../core/access/access-problem.ts";
import type { TokenProblem } from "../../core/access/issue-token.ts";
import type { Principal } from "../../core/access/principal.ts";
import type { RandomText } from "../../core/access/random-text.ts";
import type { Digest } from "../../core/audit/audit-entry.ts";
import type { Result } from "../../core/result.ts";
import type { Store } from "../../ports/store.ts";
import type { Revocation } from "../../ports/token-store.ts";
import { authenticateToken } from "./authenticate-token.ts";
import { closeSession } from "./close-session.ts";
import { findSession } from "./find-session.ts";
import { issueToken, type ToldToken } from "./issue-token.ts";
import { type LoginProof, openSession, type OpenedSession } from "./open-session.ts";
import { recordProviderLogin } from "../person/record-provider-login.ts";
import { revokeToken, type TokenNotFound } from "./revoke-token.ts";
import { createTokenCache } from "./token-cache.ts";
import { watchAccess, type WatchedAccess } from "./watch-access.ts";

/** Who gets in, and who lets them. */
export interface Access {
  readonly authenticate: (token: string) => Promise<Result<Principal, AccessProblem>>;
  readonly findSession: (secret: string) => Promise<Result<Principal, AccessProblem>>;
  readonly openSession: (proof: LoginProof) => Promise<Result<OpenedSession, AccessProblem>>;
  readonly closeSession: (secret: string) => Promise<boolean>;
  readonly issueToken: (
    input: unknown,
    by: string,
    issuedWith?: string,
  ) => Promise<Result<ToldToken, TokenProblem>>;
  /** Notes a provider's login under its name; see `recordProviderLogin`. */
  readonly recordLogin: ReturnType<typeof recordProviderLogin>;
  readonly revokeToken: (id: string, by: string) => Promise<Result<Revocation, TokenNotFound>>;
  /**
   * Calls `end` when somebody who was let in may no longer stay: at once if this process shut them out, within 5 seconds if another
   * did or their time is over. Answers a way to stop watching.
   */
  readonly watch: (access: WatchedAccess, end: () => void) => () => void;
}

export interface AccessParts {
  readonly store: Pick<Store, "tokens" | "sessions" | "people">;
  readonly random: RandomText;
  readonly hash: Digest;
  readonly now: () => string;
}

/** All of it over one store, with one memory of the tokens that were just seen. */
export function openAccess({ store: { tokens, sessions, people }, random, hash, now }: AccessParts): Access {
  const cache = createTokenCache();
  const watcher = watchAccess({ tokens, sessions, hash, now });
  const close = closeSession({ sessions, hash });
  const revoke = revokeToken({ tokens, cache, now });
  const authenticate = authenticateToken({ tokens, cache, hash, now });
  return {
    authenticate,
    findSession: findSession({ sessions, hash, now }),
    openSession: openSession({ tokens, sessions, authenticate, random, hash, now }),
    closeSession: async (secret) => {
      const closed = await close(secret);
      await watcher.look();
      return closed;
    },
    issueToken: issueToken({ tokens, people, random, hash, now }),
    recordLogin: recordProviderLogin({ people, random, hash, now }),
    revokeToken: async (id, by) => {
      const revoked = await revoke(id, by);
      await watcher.look();
      return revoked;
    },
    watch: watcher.watch,
  };
}
