import { fail, ok, type Result } from "../result.ts";
import { MS_PER_HOUR, hourNumber, hourText, isHour, utcMillis } from "../time/time.ts";

export const DEFAULT_WINDOW_HOURS = 168;
export const MAX_WINDOW_HOURS = 8760;

/**
 * Whole UTC hours, from `from` up to but excluding `to`. The window ends with the hour of `now`, so new decisions
 * are included at once and the last hour may be unfinished. The previous window has the same length and ends where
 * this one begins.
 */
export interface PatternWindow {
  readonly hours: number;
  readonly from: string;
  readonly to: string;
  readonly previousFrom: string;
}

export interface WindowProblem {
  readonly code: "invalid_window";
  readonly message: string;
}

/** The window of this many hours that ends now; `now` is an RFC 3339 timestamp. */
export function windowOf(now: string, hours: number): Result<PatternWindow, WindowProblem> {
  if (!isWindowLength(hours)) return fail(invalid(`a window of ${String(hours).slice(0, 40)} hours`));
  const current = hourNumber(now);
  const to = (current ?? Number.NaN) + 1;
  if (!isHour(to) || !isHour(to - 2 * hours))
    return fail({
      code: "invalid_window",
      message: `expected the current time as an RFC 3339 timestamp such as 2026-01-31T12:00:00Z, got ${quote(now)}; check the clock`,
    });
  return ok({
    hours,
    from: hourText(to - hours),
    to: hourText(to),
    previousFrom: hourText(to - 2 * hours),
  });
}

/** A window to the millisecond, and the partial hours by which it differs from one of whole hours. */
export interface ExactWindow {
  readonly window: PatternWindow;
  /** The rest of the hour in which the window begins, and the same for the previous window. */
  readonly tails: readonly { readonly from: string; readonly to: string }[];
}

/** The hours up to now, to the millisecond. */
export function exactWindowOf(now: string, hours: number): ExactWindow | undefined {
  const end = utcMillis(now)?.time;
  if (end === undefined) return undefined;
  const before = (times: number): string =>
    new Date(Date.parse(end) - times * hours * MS_PER_HOUR).toISOString();
  const [from, previousFrom] = [before(1), before(2)];
  const tails = [from, previousFrom].map((start) => ({
    from: start,
    to: hourText((hourNumber(start) ?? 0) + 1),
  }));
  return { window: { hours, from, to: end, previousFrom }, tails };
}

/** Parses `24h`, `7d` or a number of hours, and returns hours. */
export function parseWindow(text: string): Result<number, WindowProblem> {
  const match = /^(\d{1,6})([hd]?)$/i.exec(text.trim());
  if (match === null) return fail(invalid(quote(text)));
  const hours = Number(match[1]) * (match[2]?.toLowerCase() === "d" ? 24 : 1);
  return isWindowLength(hours) ? ok(hours) : fail(invalid(quote(text)));
}

const isWindowLength = (hours: number): boolean =>
  Number.isInteger(hours) && hours >= 1 && hours <= MAX_WINDOW_HOURS;

const invalid = (got: string): WindowProblem => ({
  code: "invalid_window",
  message: `expected a window from 1 hour to ${MAX_WINDOW_HOURS / 24} days, such as 24h, 7d or 168 (hours), got ${got}`,
});

const quote = (text: string): string => JSON.stringify(text.slice(0, 40));
