import type { Principal } from "../../core/access/principal.ts";
import { checkSession } from "../../core/access/session.ts";
import { checkToken } from "../../core/access/token.ts";
import type { Digest } from "../../core/audit/audit-entry.ts";
import type { SessionStore } from "../../ports/session-store.ts";
import type { TokenStore } from "../../ports/token-store.ts";

/** Who was let in, and the secret of their login if it was one. */
export interface WatchedAccess {
  readonly principal: Principal;
  readonly sessionSecret?: string | undefined;
}

export interface WatchAccessPorts {
  readonly tokens: Pick<TokenStore, "find">;
  readonly sessions: Pick<SessionStore, "find">;
  readonly hash: Digest;
  /** UTC to the millisecond. */
  readonly now: () => string;
}

interface Watcher {
  readonly access: WatchedAccess;
  readonly end: () => void;
}

/** Revoking counts within 5 seconds; this leaves a second for asking. */
const LOOK_MS = 4_000;

/**
 * Watches those who stay connected, since whoever is let in once may be shut out later. The store is asked again every few
 * seconds, and at once by `look`. While the store is away nothing ends: no event comes through then either.
 */
export function watchAccess({ tokens, sessions, hash, now }: WatchAccessPorts) {
  const watchers = new Map<string, Set<Watcher>>();
  let timer: NodeJS.Timeout | undefined;

  async function stands({ principal, sessionSecret }: WatchedAccess): Promise<boolean> {
    if (principal.kind === "session") {
      const found = sessionSecret === undefined ? undefined : await sessions.find(hash(sessionSecret));
      return found !== undefined && checkSession(found.session, { now: now(), token: found.token }).ok;
    }
    const token = principal.token_id === undefined ? undefined : await tokens.find(principal.token_id);
    return token !== undefined && checkToken(token, now()).state === "active";
  }

  const keyOf = ({ principal, sessionSecret }: WatchedAccess): string =>
    principal.kind === "session" ? `session ${sessionSecret}` : `token ${principal.token_id}`;

  async function look(): Promise<void> {
    for (const [key, those] of watchers) {
      const [first] = those;
      if (first === undefined || (await stands(first.access).catch(() => true))) continue;
      watchers.delete(key);
      for (const { end } of those) end();
    }
  }

  const lookAgain = (): void => {
    timer = watchers.size === 0 ? undefined : setTimeout(() => void look().finally(lookAgain), LOOK_MS);
    timer?.unref();
  };

  return {
    look,
    /** Calls `end` once when they may no longer stay; answers a way to stop watching. */
    watch: (access: WatchedAccess, end: () => void): (() => void) => {
      const key = keyOf(access);
      const watcher = { access, end };
      watchers.set(key, (watchers.get(key) ?? new Set()).add(watcher));
      if (timer === undefined) lookAgain();
      return () => {
        const those = watchers.get(key);
        those?.delete(watcher);
        if (those?.size === 0) watchers.delete(key);
      };
    },
  };
}
