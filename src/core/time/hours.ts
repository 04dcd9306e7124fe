import { isDateTime, utcMillis } from "./utc-time.ts";
import { fail, ok, type Result } from "../result.ts";

const MS_PER_DAY = 86_400_000;

/** A UTC time to the millisecond so many days later; nothing comes after the last representable one. */
export function daysAfter(time: string, days: number): string {
  const moved = Date.parse(time) + days * MS_PER_DAY;
  return moved > LAST ? "9999-12-31T23:59:59.999Z" : new Date(moved).toISOString();
}

const LAST = Date.parse("9999-12-31T23:59:59.999Z");

/** Days from one time to another; negative when the second is earlier. */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / MS_PER_DAY;

export const MS_PER_HOUR = 3_600_000;

/** A UTC time to the millisecond so many hours later. */
export const hoursAfter = (time: string, hours: number): string =>
  new Date(Date.parse(time) + hours * MS_PER_HOUR).toISOString();

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

const HOURS = { h: 1, d: 24, w: 168 } as const;

export interface CutOffProblem {
  readonly code: "invalid_cut_off";
  readonly message: string;
}

/** The time that lies an age such as `90d` before `now`, or at which a day such as `2026-01-31` begins; never in the future. */
export function parseCutOff(text: string, now: Date): Result<string, CutOffProblem> {
  const time = timeBefore(text.trim(), now) ?? timeOfDay(text.trim());
  if (time === undefined) {
    return problem(
      `expected an age such as 24h, 90d or 12w, a day such as 2026-01-31 or a time such as 2026-01-31T12:00:00Z, got ${JSON.stringify(text.slice(0, 40))}`,
    );
  }
  return time <= now.toISOString() ? ok(time) : problem(`expected a time in the past, got ${time}`);
}

function timeBefore(text: string, now: Date): string | undefined {
  const match = /^([1-9]\d{0,3})([hdw])$/i.exec(text);
  if (match === null) return undefined;
  const hours = Number(match[1]) * HOURS[match[2]!.toLowerCase() as keyof typeof HOURS];
  return new Date(now.getTime() - hours * MS_PER_HOUR).toISOString();
}

const timeOfDay = (text: string): string | undefined =>
  utcMillis(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text)?.time;

const problem = (message: string): Result<never, CutOffProblem> => fail({ code: "invalid_cut_off", message });
