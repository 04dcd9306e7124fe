import type { DecisionEvent } from "../core/feedback/decision-event.ts";

/** Where others read decisions. */
export interface DecisionStream {
  /** Appends in the order given; answers once a crash can no longer lose them. */
  write(decisions: readonly DecisionEvent[]): Promise<void>;
}
