import type { AlertChange, AlertRecord } from "../core/pattern/alert.ts";

/** How long an unused endpoint is remembered. */
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
  /** From the Retry-After header. */
  readonly retryAfterSeconds?: number;
}

/** How long a delivery is remembered; senders retry for days, not weeks. */
export const DELIVERY_DAYS = 14;

/** Handled deliveries. Every driver passes test/contract/delivery-log.ts. */
export interface DeliveryLog {
  /** Whether it was remembered within the last `DELIVERY_DAYS`. */
  seen(id: string): Promise<boolean>;
  /**
   * Called after a delivery is handled, so that a failed one may be retried. Deletes entries older than
   * `DELIVERY_DAYS`; remembering an id again does not extend it.
   */
  remember(ids: readonly string[]): Promise<void>;
}

/** How long a cleared alert is kept. */
export const ALERT_DAYS = 90;

/** Alerts that were sent. Every driver passes test/contract/alert-store.ts. */
export interface AlertStore {
  /** All raised alerts, oldest first; at most 10,000. */
  raised(): Promise<readonly AlertRecord[]>;
  /** Raised and cleared ones, last raised first. */
  list(query: { readonly limit: number }): Promise<readonly AlertRecord[]>;
  find(id: string): Promise<AlertRecord | undefined>;
  /** The existing ones, in no order; at most 500 ids. */
  findAll(ids: readonly string[]): Promise<readonly AlertRecord[]>;
  /**
   * Saves a change over the previous revision, with its event, in one transaction. Returns false and changes
   * nothing on a conflict, or if the condition is raised under another id.
   */
  save(change: AlertChange): Promise<boolean>;
  /**
   * Locks the alert watch for some milliseconds by the store's clock, so that only one worker checks. Returns a
   * token to pass as `held` next time, or undefined while another worker has the lock.
   */
  takeWatch(forMs: number, held?: number): Promise<number | undefined>;
}
