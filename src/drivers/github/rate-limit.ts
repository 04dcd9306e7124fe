import { readRetryAfter } from "../../core/webhook/webhook-pause.ts";

/** Headers that say when to retry. */
export interface LimitHeaders {
  readonly "retry-after"?: string | number | undefined;
  readonly "x-ratelimit-remaining"?: string | number | undefined;
  readonly "x-ratelimit-reset"?: string | number | undefined;
}

/** Seconds until the server accepts requests again, or undefined if it does not say. */
export function parseRetrySeconds(headers: LimitHeaders, now: number): number | undefined {
  const after = readRetryAfter(String(headers["retry-after"] ?? ""), now);
  if (after !== undefined) return after;
  const reset = String(headers["x-ratelimit-reset"] ?? "");
  if (String(headers["x-ratelimit-remaining"] ?? "") !== "0" || !/^\d{1,12}$/.test(reset)) return undefined;
  return Math.max(0, Math.ceil(Number(reset) - now / 1_000) + 1);
}

/** Asks whether a wait fits into the remaining time. If so, deducts it. */
export type TryWait = (seconds: number) => boolean;

/** A total number of seconds to spend on waits. */
export function createWaitBudget(seconds: number): TryWait {
  let left = seconds;
  return (wait) => {
    if (wait > left) return false;
    left -= wait;
    return true;
  };
}
