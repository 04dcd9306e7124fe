import { MS_PER_HOUR } from "./hours-after.ts";
import { isDateTime } from "./date-time.ts";

/** The first hour of the year 0 and of the year 10000: RFC 3339 writes nothing outside them. */
const FIRST = Date.UTC(-1, 12) / MS_PER_HOUR;
const END = Date.UTC(10_000, 0) / MS_PER_HOUR;

/** The UTC hour of an RFC 3339 timestamp at any offset, as `2026-01-31T12:00:00Z`; nothing for any other text. */
export function toHour(timestamp: string): string | undefined {
  const hour = hourNumber(timestamp);
  return hour === undefined ? undefined : hourText(hour);
}

/** The same hour, counted from 1970. */
export function hourNumber(timestamp: string): number | undefined {
  if (!isDateTime(timestamp)) return undefined;
  const zone = /[zZ]$/.test(timestamp) ? "Z" : timestamp.slice(-6);
  // Seconds never decide the hour, and `Date` does not know the leap second.
  const instant = Date.parse(`${timestamp.slice(0, 10)}T${timestamp.slice(11, 16)}:00${zone}`);
  const hour = Math.floor(instant / MS_PER_HOUR);
  return isHour(hour) ? hour : undefined;
}

/** `hourNumber` that remembers its answers: roll-ups spell few hours many times. Made for one pass, then dropped. */
export function createHourReader(): (timestamp: string | number) => number | undefined {
  const known = new Map<string, number | undefined>();
  return (timestamp) => {
    if (typeof timestamp === "number") return isHour(timestamp) ? timestamp : undefined;
    const remembered = known.get(timestamp);
    if (remembered !== undefined) return remembered;
    const hour = hourNumber(timestamp);
    known.set(timestamp, hour);
    return hour;
  };
}

/** Expects an hour that `isHour` accepts. */
export function hourText(hour: number): string {
  return `${new Date(hour * MS_PER_HOUR).toISOString().slice(0, 13)}:00:00Z`;
}

export const isHour = (hour: number): boolean => Number.isInteger(hour) && hour >= FIRST && hour < END;
