import { hourNumber, utcMillis } from "../../core/time/time.ts";

/**
 * Converts any RFC 3339 time to the format of the tables. Throws on anything else, which only a caller's bug can
 * pass.
 */
export function toStoredTime(text: string): string {
  const read = utcMillis(text);
  if (read !== undefined) return read.time;
  throw expected("an RFC 3339 date-time", text);
}

/** Hours since 1970. Throws like `timeOf`. */
export function toStoredHour(text: string): number {
  const hour = hourNumber(text);
  if (hour !== undefined) return hour;
  throw expected("an hour", text);
}

/** The UTC day of a time. */
export const toStoredDay = (time: string): string => time.slice(0, 10);

const expected = (what: string, text: string): RangeError =>
  new RangeError(`expected ${what} such as 2026-01-31T12:00:00Z, got ${JSON.stringify(text.slice(0, 40))}`);
