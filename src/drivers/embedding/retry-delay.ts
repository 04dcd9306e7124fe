import { readRetryAfter } from "../../core/webhook/webhook-pause.ts";

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
  const wished = readRetryAfter(asked ?? undefined, now);
  if (wished !== undefined) return Math.min(wished * 1_000, plan.capMs);
  return Math.random() * Math.min(plan.capMs, plan.baseMs * 2 ** (attempt - 1));
}
