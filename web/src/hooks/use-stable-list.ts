import { useEffect, useState } from "react";

/** How long to wait for the effect of the user's own action. */
const AWAITED_MS = 10_000;

export interface Held<T> {
  readonly shown: T | undefined;
  readonly waits: boolean;
  readonly showNew: () => void;
  readonly awaitNext: () => void;
}

/**
 * Updates a list in place while its order is unchanged, and otherwise waits for the user. Changing `key` starts a new
 * list.
 */
export function useStableList<T>(fresh: T | undefined, orderOf: (list: T) => string, key: string): Held<T> {
  const [held, setHeld] = useState<{ readonly key: string; readonly list: T } | undefined>(undefined);
  const [isAwaited, setAwaited] = useState(false);
  useEffect(() => {
    if (!isAwaited) return;
    const timer = setTimeout(() => setAwaited(false), AWAITED_MS);
    return () => clearTimeout(timer);
  }, [isAwaited]);
  const isSame = held !== undefined && held.key === key;
  const fits = fresh !== undefined && (!isSame || isAwaited || orderOf(held.list) === orderOf(fresh));
  if (fits && (!isSame || held.list !== fresh)) setHeld({ key, list: fresh });
  return {
    shown: fits ? fresh : isSame ? held.list : undefined,
    waits: fresh !== undefined && !fits,
    showNew: () => {
      if (fresh !== undefined) setHeld({ key, list: fresh });
    },
    awaitNext: () => setAwaited(true),
  };
}
