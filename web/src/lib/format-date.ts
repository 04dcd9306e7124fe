/** The app is in English, so its dates are too, whatever the browser's language. */
const LOCALE = "en-GB";

const dayOf = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(LOCALE, { day: "numeric", month: "short", ...options });

const minute = dayOf({ year: "numeric", hour: "2-digit", minute: "2-digit" });
const clock = new Intl.DateTimeFormat(LOCALE, { hour: "2-digit", minute: "2-digit" });

/** A day without a time is a day in UTC, which must not move in the reader's time zone. */
const isPlainDay = (time: string): boolean => time.length === 10;

/** `12 Oct`, with the year if it is not this year, in the reader's time zone. */
export function formatDay(time: string, timeZone?: string): string {
  const isThisYear = time.slice(0, 4) === new Date().toISOString().slice(0, 4);
  return dayOf({
    ...(isThisYear ? {} : { year: "numeric" }),
    timeZone: isPlainDay(time) ? "UTC" : timeZone,
  }).format(Date.parse(time));
}

/** `12 Oct 2026, 14:05`. */
export const formatMinute = (time: string | number): string => minute.format(new Date(time));

/** `14:05`. */
export const formatClock = (time: string): string => clock.format(Date.parse(time));
