import type { AlertChange, AlertRecord } from "../core/pattern/alert.ts";

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

/** Posts what others are told. */
export interface WebhookSender {
  /**
   * Answers with whatever status came back; redirects are not followed. Throws a ExternalError where no status came back
   * in time, and never names more of the address than its host: the rest of it is often a secret.
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
   * Called once a delivery is dealt with, so that one that failed may come again. Forgets what is older than
   * `DELIVERY_DAYS`; remembering again does not begin anew.
   */
  remember(ids: readonly string[]): Promise<void>;
}

/** How long an alert that is over is kept, for those who look back. */
export const ALERT_DAYS = 90;

/** Alerts that were told. Every driver passes test/contract/alert-store.ts. */
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
