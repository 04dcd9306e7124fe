import type { Token } from "../../core/access/token.ts";

const MAX_ENTRIES = 1_000;
const VALID_MS = 5_000;

interface CachedToken {
  readonly token: Token;
  readonly at: number;
}

/**
 * Tokens that were found a moment ago, by the hash of their text, so that a busy caller costs the store one query in
 * 5 seconds. What another process revokes is noticed within that time; what this process revokes is noticed at once.
 */
export interface TokenCache {
  /** Asks `load` where nothing is remembered; those who ask at the same time share the asking. */
  find(hash: string, now: number, load: () => Promise<Token | undefined>): Promise<Token | undefined>;
  /** Forgets everything, also what is being loaded now. */
  clear(): void;
}

export function createTokenCache(): TokenCache {
  let known = new Map<string, CachedToken>();
  let loading = new Map<string, Promise<Token | undefined>>();
  const loadOnce = (hash: string, now: number, load: () => Promise<Token | undefined>) => {
    // What comes back after a clearing goes into maps that nobody looks at any more.
    const [keep, running] = [known, loading];
    const loaded = load()
      .then((token) => {
        if (token !== undefined) remember(keep, hash, { token, at: now });
        return token;
      })
      .finally(() => running.delete(hash));
    running.set(hash, loaded);
    return loaded;
  };
  return {
    find: async (hash, now, load) => {
      const cached = known.get(hash);
      // A clock that was set back makes everything old.
      if (cached !== undefined && now >= cached.at && now - cached.at < VALID_MS) return cached.token;
      return loading.get(hash) ?? loadOnce(hash, now, load);
    },
    clear: () => {
      known = new Map();
      loading = new Map();
    },
  };
}

function remember(known: Map<string, CachedToken>, hash: string, cached: CachedToken): void {
  known.delete(hash);
  known.set(hash, cached);
  if (known.size <= MAX_ENTRIES) return;
  const [oldest] = known.keys();
  if (oldest !== undefined) known.delete(oldest);
}
