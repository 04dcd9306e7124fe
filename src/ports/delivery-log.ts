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
