const BASE_MS = 5_000;
const CAP_MS = 600_000;
const MAX_ASKED_MS = 3_600_000;

/**
 * How long an endpoint is left alone after so many failures in a row: what it asked for, an hour at most, or 5 s, 25 s,
 * about 2 min and then 10 min. The log tries an event five times in all, so one outlives an outage of about 13 min.
 */
export function webhookPause(failures: number, retryAfterSeconds?: number): number {
  if (retryAfterSeconds !== undefined && retryAfterSeconds > 0) {
    return Math.min(MAX_ASKED_MS, retryAfterSeconds * 1_000);
  }
  return Math.min(CAP_MS, BASE_MS * 5 ** (Math.max(1, failures) - 1));
}

/** The seconds that the header Retry-After asks for, given as a number or as a date; nothing where it says neither. */
export function readRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text);
  // A date begins with the name of a day; Date.parse alone would take "1e3" for a year.
  if (!/^[A-Z][a-z]{2}/.test(text)) return undefined;
  const time = Date.parse(text.slice(0, 64));
  return Number.isNaN(time) ? undefined : Math.max(0, Math.ceil((time - nowMs) / 1_000));
}
