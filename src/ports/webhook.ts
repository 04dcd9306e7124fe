import type { AlertChange, AlertRecord } from "../core/pattern/alert.ts";

/** How long an endpoint that no process names any more is remembered. */
export const ENDPOINT_DAYS = 7;

/**
 * From which log position each endpoint receives events. Every driver passes test/contract/webhook-endpoints.ts.
 */
export interface WebhookEndpoints {
  /**
   * Registers the groups in use and returns the known ones, each with the position after which it receives events;
   * stores of earlier versions hold a time instead. A new group is missing until `begin` is called. Groups unused
   * for `ENDPOINT_DAYS` are deleted.
   */
  keep(groups: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Sets the position of a group that is new or whose position was `instead`. Of several concurrent calls, the
   * first wins.
   */
  begin(group: string, place: string, instead?: string): Promise<void>;
}

/** Posts webhook messages. */
export interface WebhookSender {
  /**
   * Returns whatever status came back; redirects are not followed. Throws an ExternalError if there is no response
   * in time, naming only the host of the address, because the rest is often a secret.
   */
  send(post: WebhookPost): Promise<WebhookReply>;
}

export interface WebhookPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
}

export interface WebhookReply {
  readonly status: number;
  /** What the header Retry-After asks for. */
  readonly retryAfterSeconds?: number;
}

/** How long a delivery is remembered; senders try again for days, not for weeks. */
export const DELIVERY_DAYS = 14;

/** Which deliveries were dealt with. Every driver passes test/contract/delivery-log.ts. */
export interface DeliveryLog {
  /** Whether it was remembered within the last `DELIVERY_DAYS`. */
  seen(id: string): Promise<boolean>;
  /**
   * Called after a delivery is handled, so that a failed one may be retried. Deletes entries older than
   * `DELIVERY_DAYS`; remembering an id again does not extend it.
   */
  remember(ids: readonly string[]): Promise<void>;
}

/** How long an alert that is over is kept, for those who look back. */
export const ALERT_DAYS = 90;

/** Alerts that were sent. Every driver passes test/contract/alert-store.ts. */
export interface AlertStore {
  /** All that are raised now, the oldest first; at most 10,000. */
  raised(): Promise<readonly AlertRecord[]>;
  /** Raised and cleared ones, the last raised first. */
  list(query: { readonly limit: number }): Promise<readonly AlertRecord[]>;
  find(id: string): Promise<AlertRecord | undefined>;
  /** Those that are there, in no order; at most 500 are asked for. */
  findAll(ids: readonly string[]): Promise<readonly AlertRecord[]>;
  /**
   * Saves a change over the revision before it, with the event that tells of it, in one step. Answers false, and
   * changes nothing, where another change came first or the condition is raised under another id.
   */
  save(change: AlertChange): Promise<boolean>;
  /**
   * Takes the watch over alerts for so many milliseconds by the store's clock, so that of many workers one looks. Answers
   * what keeps it when it is given as `held` the next time, or nothing while another worker has the watch.
   */
  takeWatch(forMs: number, held?: number): Promise<number | undefined>;
}
