import type { AlertChange, AlertRecord } from "../core/pattern/alert.ts";

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
