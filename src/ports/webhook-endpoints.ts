/** How long an endpoint that no process names any more is remembered. */
export const ENDPOINT_DAYS = 7;

/** After which place in the log endpoints are told. Every driver passes test/contract/webhook-endpoints.ts. */
export interface WebhookEndpoints {
  /**
   * Says which groups of the event log are in use, and answers all that are remembered, each with the place after which
   * it is told: stores of earlier versions have a time instead. One that is new is not among them until it has begun.
   * What nobody named for `ENDPOINT_DAYS` is forgotten.
   */
  keep(groups: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Has a group that is new, or whose place was `instead`, told what comes after a place; of several at once the first counts. */
  begin(group: string, place: string, instead?: string): Promise<void>;
}
