import { z } from "zod";
import { fail, ok, type Result } from "../result.ts";

/** The number of days of a month; 0 for an invalid month. */
function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  if (month < 1 || month > 12) return 0;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

/** Whether a text is a valid RFC 3339 date-time: 30 February is not, a leap second is. */
export function isDateTime(text: string): boolean {
  const match = DATE_TIME.exec(text);
  if (match === null) return false;
  const part = (index: number): number => Number(match[index] ?? 0);
  const [year, month, day, hour, minute, second] = [part(1), part(2), part(3), part(4), part(5), part(6)];
  const offsetHour = part(8);
  const offsetMinute = part(9);
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return false;
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return false;
  if (second < 60) return true;
  const offset = (offsetHour * 60 + offsetMinute) * (match[7] === "-" ? -1 : 1);
  // Leap seconds only occur at the end of a UTC day.
  return (hour * 60 + minute - offset + 2 * 1440) % 1440 === 1439;
}

const TIME =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:([Zz])|([+-])(\d{2}):(\d{2}))?$/;
const MAX_LENGTH = 40;
const MINUTES_A_DAY = 1_440;

export interface UtcMillis {
  readonly time: string;
  /** The text has no zone and was read as UTC. */
  readonly assumed: boolean;
}

/**
 * Parses a time to UTC milliseconds; undefined outside the years 0 to 9999. Besides RFC 3339 it accepts times
 * without a zone or with a space, as Python prints them. A leap second becomes the last millisecond before it. It
 * is on the hot path, so `Date` is only used if an offset changes the day.
 */
export function utcMillis(text: string): UtcMillis | undefined {
  const match = text.length > MAX_LENGTH ? null : TIME.exec(text);
  if (match === null) return undefined;
  const [second, sign] = [match[6]!, match[9]];
  if (+match[3]! < 1 || +match[3]! > daysIn(+match[1]!, +match[2]!)) return undefined;
  if (+match[4]! > 23 || +match[5]! > 59 || +second > 60) return undefined;
  const millis = (match[7] ?? "").slice(0, 3).padEnd(3, "0");
  const end = second === "60" ? "59.999Z" : `${second}.${millis}Z`;
  const day = text.slice(0, 10);
  if (sign === undefined) {
    return { time: `${day}T${text.slice(11, 17)}${end}`, assumed: match[8] === undefined };
  }
  if (+match[10]! > 23 || +match[11]! > 59) return undefined;
  const offset = (+match[10]! * 60 + +match[11]!) * (sign === "-" ? -1 : 1);
  const minutes = +match[4]! * 60 + +match[5]! - offset;
  const shift = Math.floor(minutes / MINUTES_A_DAY);
  const utcDay = shift === 0 ? day : dayAfter(day, shift);
  if (utcDay === undefined) return undefined;
  const left = minutes - shift * MINUTES_A_DAY;
  return {
    time: `${utcDay}T${twoDigits(Math.trunc(left / 60))}:${twoDigits(left % 60)}:${end}`,
    assumed: false,
  };
}

const twoDigits = (value: number): string => (value < 10 ? `0${value}` : String(value));

/** Undefined outside the years 0 to 9999, which `Date` prints with a sign. */
function dayAfter(day: string, days: number): string | undefined {
  const moved = new Date(Date.parse(`${day}T00:00:00Z`) + days * MINUTES_A_DAY * 60_000).toISOString();
  return /^\d/.test(moved) ? moved.slice(0, 10) : undefined;
}

/**
 * Converts an RFC 3339 date-time to UTC, keeping the precision of one that is already UTC; undefined for any other
 * text.
 */
export function toUtcTimestamp(text: string): string | undefined {
  if (text.length > MAX_LENGTH || !isDateTime(text)) return undefined;
  const isUtc = /(?:[Zz]|\+00:00)$/.test(text);
  if (isUtc) return `${text.slice(0, 10)}T${text.slice(11).replace(/(?:[Zz]|\+00:00)$/, "Z")}`;
  const instant = Date.parse(text.toUpperCase());
  return Number.isNaN(instant) ? undefined : new Date(instant).toISOString();
}

export const utcTimeSchema = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
  .refine((text) => utcMillis(text)?.time === text)
  .meta({ format: "date-time", description: "UTC to the millisecond." });

const MS_PER_DAY = 86_400_000;

/** Adds days to a UTC time; capped at the last representable time. */
export function daysAfter(time: string, days: number): string {
  const moved = Date.parse(time) + days * MS_PER_DAY;
  return moved > LAST ? "9999-12-31T23:59:59.999Z" : new Date(moved).toISOString();
}

const LAST = Date.parse("9999-12-31T23:59:59.999Z");

/** Days between two times; negative if the second is earlier. */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / MS_PER_DAY;

export const MS_PER_HOUR = 3_600_000;

/** A UTC time to the millisecond so many hours later. */
export const hoursAfter = (time: string, hours: number): string =>
  new Date(Date.parse(time) + hours * MS_PER_HOUR).toISOString();

/** The range of RFC 3339: the first hours of the years 0 and 10000. */
const FIRST = Date.UTC(-1, 12) / MS_PER_HOUR;
const END = Date.UTC(10_000, 0) / MS_PER_HOUR;

/** The UTC hour of an RFC 3339 timestamp, as `2026-01-31T12:00:00Z`; undefined for any other text. */
export function toHour(timestamp: string): string | undefined {
  const hour = hourNumber(timestamp);
  return hour === undefined ? undefined : hourText(hour);
}

/** The same as hours since 1970. */
export function hourNumber(timestamp: string): number | undefined {
  if (!isDateTime(timestamp)) return undefined;
  const zone = /[zZ]$/.test(timestamp) ? "Z" : timestamp.slice(-6);
  // Seconds do not affect the hour, and `Date` does not accept leap seconds.
  const instant = Date.parse(`${timestamp.slice(0, 10)}T${timestamp.slice(11, 16)}:00${zone}`);
  const hour = Math.floor(instant / MS_PER_HOUR);
  return isHour(hour) ? hour : undefined;
}

/** A memoised `hourNumber` for one pass, because roll-ups repeat few hours. */
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

/** Requires `isHour`. */
export function hourText(hour: number): string {
  return `${new Date(hour * MS_PER_HOUR).toISOString().slice(0, 13)}:00:00Z`;
}

export const isHour = (hour: number): boolean => Number.isInteger(hour) && hour >= FIRST && hour < END;

const HOURS = { h: 1, d: 24, w: 168 } as const;

export interface CutOffProblem {
  readonly code: "invalid_cut_off";
  readonly message: string;
}

/** Parses an age such as `90d` before `now`, or the start of a day such as `2026-01-31`; never in the future. */
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
