import { useEffect, useState } from "react";

/** How long what somebody did themselves may take to come back. */
const AWAITED_MS = 10_000;

export interface Held<T> {
  readonly shown: T | undefined;
  /** Something came in that would move what is shown. */
  readonly waits: boolean;
  readonly putIn: () => void;
  /** What comes in next was asked for, and is put in at once. */
  readonly awaitNext: () => void;
}

/**
 * A list that does not move under whoever reads it: what comes in later is shown in place as long as the order is the same, and
 * waits to be put in where it is not. Another `key` is another list.
 */
export function useHeld<T>(fresh: T | undefined, orderOf: (list: T) => string, key: string): Held<T> {
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
    putIn: () => {
      if (fresh !== undefined) setHeld({ key, list: fresh });
    },
    awaitNext: () => setAwaited(true),
  };
}
