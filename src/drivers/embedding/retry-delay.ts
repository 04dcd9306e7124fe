import { readRetryAfter } from "../../core/webhook/webhook-pause.ts";

export interface RetryPlan {
  /** Total number of attempts. */
  readonly attempts: number;
  /** Upper limit of the first pause. It doubles with each further attempt. */
  readonly baseMs: number;
  readonly capMs: number;
}

/**
 * The pause after an attempt, counted from 1: what the server asked for, or a random time up to a limit that doubles,
 * so that many clients do not retry at once. Never more than the cap.
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
