import { useEffect, useMemo, useRef } from "react";
import {
  isReading,
  pauseReading,
  type ReadingClock,
  readingTime,
  startReading,
  resumeReading,
} from "./reading-clock.ts";

const ACTIVITY_EVENTS = ["pointermove", "pointerdown", "keydown", "wheel", "scroll", "touchmove"] as const;

export interface ReadingTime {
  readonly ms: () => number;
  readonly isRunning: () => boolean;
}

export function useReadingTime(counted: number): ReadingTime {
  const clock = useRef<ReadingClock | null>(null);
  useEffect(() => {
    clock.current ??= startReading(performance.now(), counted);
    const turn = (step: (clock: ReadingClock, now: number) => ReadingClock): void => {
      if (clock.current !== null) clock.current = step(clock.current, performance.now());
    };
    const see = (): void => turn(document.visibilityState === "hidden" ? pauseReading : resumeReading);
    const onActivity = (): void => {
      if (document.visibilityState === "visible") turn(resumeReading);
    };
    see();
    document.addEventListener("visibilitychange", see);
    for (const type of ACTIVITY_EVENTS) addEventListener(type, onActivity, { passive: true, capture: true });
    return () => {
      turn(pauseReading);
      document.removeEventListener("visibilitychange", see);
      for (const type of ACTIVITY_EVENTS) removeEventListener(type, onActivity, { capture: true });
    };
  }, [counted]);
  return useMemo(
    () => ({
      ms: () => (clock.current === null ? counted : readingTime(clock.current, performance.now())),
      isRunning: () => clock.current !== null && isReading(clock.current, performance.now()),
    }),
    [counted],
  );
}
