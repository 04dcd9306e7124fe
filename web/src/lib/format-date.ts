/** The app is in English, so its dates are too, whatever the browser's language. */
const LOCALE = "en-GB";

const dayOf = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(LOCALE, { day: "numeric", month: "short", ...options });

const days = new Map<string, Intl.DateTimeFormat>();

const minute = dayOf({ year: "numeric", hour: "2-digit", minute: "2-digit" });
const clock = new Intl.DateTimeFormat(LOCALE, { hour: "2-digit", minute: "2-digit" });

/** A day without a time is a day in UTC, which must not move in the reader's time zone. */
const isPlainDay = (time: string): boolean => time.length === 10;

/** `12 Oct`, with the year if it is not this year, in the reader's time zone. */
export function formatDay(time: string, timeZone?: string): string {
  const year = time.slice(0, 4) === new Date().toISOString().slice(0, 4) ? undefined : "numeric";
  const zone = isPlainDay(time) ? "UTC" : timeZone;
  const key = `${year} ${zone}`;
  const day = days.get(key) ?? dayOf({ year, timeZone: zone });
  days.set(key, day);
  return day.format(Date.parse(time));
}

/** `12 Oct 2026, 14:05`. */
export const formatMinute = (time: string | number): string => minute.format(new Date(time));

/** `14:05`. */
export const formatClock = (time: string): string => clock.format(Date.parse(time));
