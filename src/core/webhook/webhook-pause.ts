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
