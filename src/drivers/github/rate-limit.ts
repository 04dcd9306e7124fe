import { readRetryAfter } from "../../core/webhook/webhook-pause.ts";

/** What an answer says about when to come back. */
export interface LimitHeaders {
  readonly "retry-after"?: string | number | undefined;
  readonly "x-ratelimit-remaining"?: string | number | undefined;
  readonly "x-ratelimit-reset"?: string | number | undefined;
}

/** Seconds until the server wants to be asked again; undefined where it does not say. */
export function secondsAsked(headers: LimitHeaders, now: number): number | undefined {
  const after = readRetryAfter(String(headers["retry-after"] ?? ""), now);
  if (after !== undefined) return after;
  const reset = String(headers["x-ratelimit-reset"] ?? "");
  if (String(headers["x-ratelimit-remaining"] ?? "") !== "0" || !/^\d{1,12}$/.test(reset)) return undefined;
  return Math.max(0, Math.ceil(Number(reset) - now / 1_000) + 1);
}

/** Asks whether there is patience left for a wait; a yes takes it away. */
export type MayWait = (seconds: number) => boolean;

/** So many seconds in all, however many waits they are spent on. */
export function createPatience(seconds: number): MayWait {
  let left = seconds;
  return (wait) => {
    if (wait > left) return false;
    left -= wait;
    return true;
  };
}
