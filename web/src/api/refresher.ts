import type { QueryKey } from "./query-keys.ts";
import { isStaleBy, type LiveEvent } from "./stale-by-event.ts";

/** Events within this time cause one refetch. */
const SOON_MS = 150;
/** A page refetches at most this often. */
export const REFRESH_EVERY_MS = 5_000;

export interface QueryStore {
  /** Marks matching queries as stale and returns the hashes of those on screen. */
  readonly markStale: (isStale: (key: QueryKey) => boolean) => readonly string[];
  /** `rest` skips queries that were refetched in the meantime. */
  readonly refetch: (names: ReadonlySet<string>, which: "all" | "rest") => void;
}

export interface RefresherOptions {
  readonly queryStore: QueryStore;
  readonly isShown: () => boolean;
  readonly now: () => number;
  readonly later: (act: () => void, ms: number) => void;
}

export interface Refresher {
  readonly onEvent: (event: LiveEvent) => void;
  readonly onVisible: () => void;
}

/**
 * Decides when events lead to requests. Events only mark queries as stale; stale queries on screen are refetched
 * together, and the others when they are shown.
 */
export function createRefresher({ queryStore, isShown, now, later }: RefresherOptions): Refresher {
  // Kept separately, because a response that was already on its way clears the query's own stale mark.
  const marked = new Set<string>();
  let isDue = false;
  let last = Number.NEGATIVE_INFINITY;

  const plan = (ms: number, which: "all" | "rest"): void => {
    if (isDue || marked.size === 0 || !isShown()) return;
    isDue = true;
    later(() => {
      isDue = false;
      if (!isShown()) return;
      last = now();
      const due = new Set(marked);
      marked.clear();
      queryStore.refetch(due, which);
    }, ms);
  };

  return {
    onEvent: (event) => {
      for (const name of queryStore.markStale((key) => isStaleBy(event, key))) marked.add(name);
      plan(Math.max(SOON_MS, last + REFRESH_EVERY_MS - now()), "all");
    },
    // Most queries refetch on focus anyway.
    onVisible: () => plan(SOON_MS, "rest"),
  };
}
