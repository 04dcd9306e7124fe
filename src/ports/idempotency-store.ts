/** How long an answer is kept for those who ask again. */
export const IDEMPOTENCY_HOURS = 24;
/** A request that is not answered by then was lost with its server, and whoever asks again takes it over. */
export const TAKE_OVER_SECONDS = 60;

/** What was answered to which request. Every driver passes test/contract/idempotency-store.ts. */
export interface IdempotencyStore {
  /** `requestHash` tells the same request from another under the same key; `now` is UTC to the millisecond. */
  begin(key: IdempotencyKey, requestHash: string, now: string): Promise<IdempotencyState>;
  /**
   * Keeps the answer to a request that was begun. Answers false, and keeps nothing, where another has taken the request
   * over: its answer counts.
   */
  finish(claim: IdempotencyClaim, answer: IdempotentAnswer): Promise<boolean>;
  /** Lets the request be begun anew, as after a failure that may pass; does nothing where another has taken it over. */
  abandon(claim: IdempotencyClaim): Promise<void>;
  /** Removes what is older than `IDEMPOTENCY_HOURS` at that time; answers how many. */
  forgetExpired(now: string): Promise<number>;
}

export interface IdempotencyKey {
  /** Who asks; keys of others are others. A person's name, so that erasing them finds it. */
  readonly principal: string;
  readonly key: string;
}

/** The right to answer a request. */
export interface IdempotencyClaim extends IdempotencyKey {
  /** When it was given; whoever takes the request over gets a later one. */
  readonly begun_at: string;
}

export interface IdempotentAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type IdempotencyState =
  | { readonly state: "new"; readonly claim: IdempotencyClaim }
  | ({ readonly state: "done" } & IdempotentAnswer)
  | { readonly state: "running" }
  | { readonly state: "other_request" };
