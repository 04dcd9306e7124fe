import { formatMinute } from "../lib/format-date.ts";
import { useEffect, useState } from "react";

const MINUTE = 60_000;
const UNITS = [
  { size: 86_400_000, letter: "d" },
  { size: 3_600_000, letter: "h" },
  { size: MINUTE, letter: "m" },
] as const;

export const withUnit = (value: number | string, unit: string): string => `${value}\u202f${unit}`;

/** `2 h 05 m`, with no more than two units. */
export function duration(ms: number): string {
  const at = UNITS.findIndex(({ size }) => ms >= size);
  if (at === -1) return "under a minute";
  const { size, letter } = UNITS[at]!;
  const first = Math.floor(ms / size);
  const next = UNITS[at + 1];
  if (next === undefined || first >= 10) return withUnit(first, letter);
  const second = Math.floor((ms % size) / next.size);
  return second === 0
    ? withUnit(first, letter)
    : `${withUnit(first, letter)} ${withUnit(second, next.letter)}`;
}

export function useNow(everyMs = 30_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

export function Ago({ time }: { readonly time: string }) {
  const now = useNow();
  const at = Date.parse(time);
  const past = now - at;
  const text = past < MINUTE ? "just now" : `${duration(past)} ago`;
  return (
    <time dateTime={time} title={formatMinute(at)}>
      {past < -MINUTE ? `in ${duration(-past)}` : text}
    </time>
  );
}

/** Counts seconds, for something that somebody waits for. */
export function SecondsAgo({ time }: { readonly time: string }) {
  const now = useNow(1_000);
  const past = Math.max(0, now - Date.parse(time));
  return past >= MINUTE ? (
    <Ago time={time} />
  ) : (
    <time dateTime={time}>{withUnit(Math.floor(past / 1_000), "s")} ago</time>
  );
}

/** A date and time to read, such as `22 Nov 2026, 14:05`. */
export const When = ({ time }: { readonly time: string }) => (
  <time dateTime={time}>{formatMinute(time)}</time>
);
