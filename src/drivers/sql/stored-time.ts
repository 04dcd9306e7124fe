import { hourNumber, utcMillis } from "../../core/time/time.ts";

/** Any RFC 3339 spelling as the tables have it; only a caller's bug gives another text, here and below. */
export function timeOf(text: string): string {
  const read = utcMillis(text);
  if (read !== undefined) return read.time;
  throw expected("an RFC 3339 date-time", text);
}

/** Counted from 1970. */
export function hourOf(text: string): number {
  const hour = hourNumber(text);
  if (hour !== undefined) return hour;
  throw expected("an hour", text);
}

/** The day of a time in UTC. */
export const dayOf = (time: string): string => time.slice(0, 10);

const expected = (what: string, text: string): RangeError =>
  new RangeError(`expected ${what} such as 2026-01-31T12:00:00Z, got ${JSON.stringify(text.slice(0, 40))}`);
