/** How long an endpoint that no process names any more is remembered. */
export const ENDPOINT_DAYS = 7;

/** Since when endpoints are told. Every driver passes test/contract/webhook-endpoints.ts. */
export interface WebhookEndpoints {
  /**
   * Says which groups of the event log are in use, and answers for each since when. One that is new is in use from now
   * on. What nobody named for `ENDPOINT_DAYS` is forgotten, and so is how far it had read the store's own log: a group
   * that nobody reads for would keep the log from being trimmed.
   */
  keep(groups: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
