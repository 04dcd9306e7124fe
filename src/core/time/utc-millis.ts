import { daysIn } from "./days-in.ts";

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
