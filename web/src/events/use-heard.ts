import { useState } from "react";
import { useLive } from "../api/live.ts";
import type { HeardEvent } from "./event-words.ts";

const MOST = 100;

/** What was heard; kept while the app is open, so that a look elsewhere loses nothing that was shown. */
let kept: readonly HeardEvent[] = [];
let count = 0;

/**
 * The last events, the newest first. While it is held, what arrives waits, so that nothing moves under somebody who
 * reads it.
 */
export function useHeard(isHeld: boolean): {
  readonly shown: readonly HeardEvent[];
  readonly waiting: number;
  readonly putIn: () => void;
} {
  const [shown, setShown] = useState(kept);
  const [newest, setNewest] = useState(count);
  useLive((event) => {
    count += 1;
    kept = [{ ...event, n: count, at: new Date().toISOString() }, ...kept].slice(0, MOST);
    setNewest(count);
    if (!isHeld) setShown(kept);
  });
  return {
    shown,
    waiting: newest - (shown[0]?.n ?? 0),
    putIn: () => setShown(kept),
  };
}
