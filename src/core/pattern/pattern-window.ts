import { fail, ok, type Result } from "../result.ts";
import { hourNumber, hourText, isHour } from "../time/to-hour.ts";

export const DEFAULT_WINDOW_HOURS = 168;
export const MAX_WINDOW_HOURS = 8760;

/**
 * Whole UTC hours: `from` is in the window, `to` is not. The window ends with the hour that `now` is in,
 * so the newest decision counts at once and the last hour may be unfinished. The previous window has the
 * same length and ends where this one begins.
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

/** The window of so many hours that ends now; `now` is an RFC 3339 timestamp. */
export function windowOf(now: string, hours: number): Result<PatternWindow, WindowProblem> {
  if (!isWindowLength(hours)) return fail(invalid(`a window of ${String(hours).slice(0, 40)} hours`));
  const current = hourNumber(now);
  const to = (current ?? Number.NaN) + 1;
  if (!isHour(to) || !isHour(to - 2 * hours))
    return fail({
      code: "invalid_window",
      message: `expected the present as an RFC 3339 timestamp such as 2026-01-31T12:00:00Z, got ${quote(now)}; check the clock`,
    });
  return ok({
    hours,
    from: hourText(to - hours),
    to: hourText(to),
    previousFrom: hourText(to - 2 * hours),
  });
}

/** Reads `24h`, `7d` or a bare number of hours, and answers in hours. */
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
