import type { EmendEvent } from "../core/event/emend-event.ts";

/** Events that were written in one step with the change they tell of, and still have to be published. */
export interface Outbox {
  /**
   * Hands the oldest events to `publish` and removes them once it answers; where it throws they stay. A crash
   * in between publishes them again. Answers how many were published.
   */
  relay(limit: number, publish: (events: readonly EmendEvent[]) => Promise<void>): Promise<number>;
  /** How many wait. */
  depth(): Promise<number>;
}
