const BASE_MS = 5_000;
const CAP_MS = 600_000;
const MAX_ASKED_MS = 3_600_000;

/**
 * The pause after consecutive failures: what the endpoint asked for, at most an hour, or else 5 s, 25 s, about 2
 * min and then 10 min. The log makes five attempts, so an event survives an outage of about 13 min.
 */
export function webhookPause(failures: number, retryAfterSeconds?: number): number {
  if (retryAfterSeconds !== undefined && retryAfterSeconds > 0) {
    return Math.min(MAX_ASKED_MS, retryAfterSeconds * 1_000);
  }
  return Math.min(CAP_MS, BASE_MS * 5 ** (Math.max(1, failures) - 1));
}

/** The seconds in a Retry-After header, which may be a number or a date; undefined if invalid. */
export function readRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text);
  // A date starts with a weekday; Date.parse alone would accept "1e3".
  if (!/^[A-Z][a-z]{2}/.test(text)) return undefined;
  const time = Date.parse(text.slice(0, 64));
  return Number.isNaN(time) ? undefined : Math.max(0, Math.ceil((time - nowMs) / 1_000));
}
