export interface RetryOptions {
  /** The longest wait after the first attempt; it doubles with each further one. */
  readonly baseMs: number;
  /** No wait is longer. */
  readonly capMs: number;
  /** After so many, an event is a dead letter. */
  readonly attempts: number;
}

export const RETRY: RetryOptions = { baseMs: 1_000, capMs: 60_000, attempts: 5 };

/**
 * How long to wait after failed attempt `attempt`, the first being 1: anything from nothing to the bound, so that
 * many who failed together do not come back together. `random` answers from 0 up to and without 1.
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

/** Why something failed, from whatever was thrown: never empty, bounded, and text that every store can hold. */
export function reasonOf(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message || thrown.name : plain(thrown);
  return (text.slice(0, MAX_REASON) || "no reason was given").toWellFormed().replaceAll("\0", "\\0");
}

function plain(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return "an error without a message was thrown";
  }
}
