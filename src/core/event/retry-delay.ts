export interface RetryOptions {
  /** The maximum delay after the first attempt; it doubles with each further one. */
  readonly baseMs: number;
  /** The upper bound of all delays. */
  readonly capMs: number;
  /** After this many, an event is a dead letter. */
  readonly attempts: number;
}

export const RETRY: RetryOptions = { baseMs: 1_000, capMs: 60_000, attempts: 5 };

/**
 * The delay after failed attempt `attempt`, from 1: random up to the bound (full jitter), so that clients that
 * failed together do not retry together. `random` returns a number from 0 to below 1.
 */
export function retryDelay(
  attempt: number,
  random: () => number,
  { baseMs, capMs }: RetryOptions = RETRY,
): number {
  const bound = Math.min(capMs, baseMs * 2 ** (Math.max(1, attempt) - 1));
  return Math.floor(random() * (bound + 1));
}

const MAX_REASON = 2_000;

/** The reason of a failure, from whatever was thrown: never empty, bounded, and storable. */
export function reasonOf(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message || thrown.name : thrownText(thrown);
  return (text.slice(0, MAX_REASON) || "no reason was given").toWellFormed().replaceAll("\0", "\\0");
}

function thrownText(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return "an error without a message was thrown";
  }
}
