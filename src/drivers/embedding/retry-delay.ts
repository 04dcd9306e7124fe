export interface RetryPlan {
  /** How often it is tried in all. */
  readonly attempts: number;
  /** The bound of the first pause; each further bound is twice the one before. */
  readonly baseMs: number;
  readonly capMs: number;
}

/**
 * How long to wait after the attempt of this number, the first being 1: what the server asked for, or any time up to
 * a bound that doubles, so that many who failed together do not come back together; never more than the cap.
 */
export function retryDelay(
  plan: RetryPlan,
  attempt: number,
  asked: string | null,
  now: number = Date.now(),
): number {
  const wished = askedMs(asked, now);
  if (wished !== undefined) return Math.min(wished, plan.capMs);
  return Math.random() * Math.min(plan.capMs, plan.baseMs * 2 ** (attempt - 1));
}

/** Retry-After is a number of seconds or a date. */
function askedMs(asked: string | null, now: number): number | undefined {
  if (asked === null) return undefined;
  if (/^\d{1,9}$/.test(asked)) return Number(asked) * 1_000;
  const time = Date.parse(asked);
  return Number.isNaN(time) ? undefined : Math.max(0, time - now);
}
