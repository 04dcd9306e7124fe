import { z } from "zod";

/** How many days a month has; none for a month that does not exist. */
function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  if (month < 1 || month > 12) return 0;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

/** True for an RFC 3339 date-time that exists: 30 February does not, a leap second does. */
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
  // A leap second is inserted at the end of a day in UTC, nowhere else.
  return (hour * 60 + minute - offset + 2 * 1440) % 1440 === 1439;
}

const TIME =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:([Zz])|([+-])(\d{2}):(\d{2}))?$/;
const LONGEST = 40;
const MINUTES_A_DAY = 1_440;

export interface UtcMillis {
  readonly time: string;
  /** The text names no zone and was read as UTC. */
  readonly assumed: boolean;
}

/**
 * A time in UTC to the millisecond; nothing for a text that is no time between the years 0 and 9999. Besides
 * RFC 3339 it reads a time without a zone and one with a space, which is how Python prints them. A leap
 * second is the last millisecond before it. Every record passes here, so `Date` is only asked where an
 * offset moves the day.
 */
export function utcMillis(text: string): UtcMillis | undefined {
  const match = text.length > LONGEST ? null : TIME.exec(text);
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

/** Nothing outside the years 0 to 9999, which `Date` writes with a sign. */
function dayAfter(day: string, days: number): string | undefined {
  const moved = new Date(Date.parse(`${day}T00:00:00Z`) + days * MINUTES_A_DAY * 60_000).toISOString();
  return /^\d/.test(moved) ? moved.slice(0, 10) : undefined;
}

/** An RFC 3339 date-time in UTC with its own precision where it is UTC already; nothing for any other text. */
export function toUtcTimestamp(text: string): string | undefined {
  if (text.length > LONGEST || !isDateTime(text)) return undefined;
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
