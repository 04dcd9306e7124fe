import { useEffect, useState } from "react";
import {
  isReading,
  pauseReading,
  type ReadingClock,
  readFor,
  startReading,
  stirReading,
} from "./reading-clock.ts";

const STIRS = ["pointermove", "pointerdown", "keydown", "wheel", "scroll", "touchmove"] as const;

export interface ReadingTime {
  readonly ms: () => number;
  readonly isRunning: () => boolean;
}

/** Counts the time that somebody really looks: not while the page is hidden, nor while nobody does anything. */
export function useReadingTime(counted: number): ReadingTime {
  const [held] = useState<{ clock: ReadingClock }>(() => ({
    clock: startReading(performance.now(), counted),
  }));
  useEffect(() => {
    const see = (): void => {
      const change = document.visibilityState === "hidden" ? pauseReading : stirReading;
      held.clock = change(held.clock, performance.now());
    };
    const stir = (): void => {
      if (document.visibilityState === "visible") held.clock = stirReading(held.clock, performance.now());
    };
    see();
    document.addEventListener("visibilitychange", see);
    for (const type of STIRS) addEventListener(type, stir, { passive: true, capture: true });
    return () => {
      held.clock = pauseReading(held.clock, performance.now());
      document.removeEventListener("visibilitychange", see);
      for (const type of STIRS) removeEventListener(type, stir, { capture: true });
    };
  }, [held]);
  const [time] = useState<ReadingTime>(() => ({
    ms: () => readFor(held.clock, performance.now()),
    isRunning: () => isReading(held.clock, performance.now()),
  }));
  return time;
}
