import { defined } from "../../core/defined.ts";
import { fromDecision, type ReadCorrection } from "../../core/feedback/from-decision.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import { fieldOf } from "../../core/json/read-json.ts";
import { type LogEntry, UnfitEvent } from "../../ports/event-log.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import { isCloudEvent, isOwnEvent } from "./own-events.ts";

/** The group that reads decisions for the store. */
export const DECISION_GROUP = "emend-decisions";

/** More complaints than these do not help whoever mends the event. */
const MAX_TOLD = 5;

export interface DecisionPorts {
  readonly store: Pick<FeedbackStore, "record">;
  /** The current time in UTC. */
  readonly now: () => string;
  readonly readCorrection?: ReadCorrection;
  /** Told what a decision was kept without. Never throws. */
  readonly onFault?: (fault: { readonly code: string; readonly message: string }) => void;
}

/**
 * A handler that records the decisions among events, bare or as the `data` of a CloudEvent; what Emend itself
 * tells is passed over. A decision that comes again changes nothing, and of several under one id the first is
 * kept. What is no decision is refused as unfit, after the others of its call are recorded.
 */
export const ingestDecisions =
  ({ store, now, readCorrection, onFault }: DecisionPorts) =>
  async (entries: readonly LogEntry[]): Promise<void> => {
    const feedback: Feedback[] = [];
    const refusals: string[] = [];
    for (const { event } of entries) {
      if (isOwnEvent(event)) continue;
      const reading = fromDecision(decisionOf(event), {
        now: now(),
        ...defined({ readCorrection }),
      });
      for (const { reason, message } of reading.diagnostics) {
        if (reason === "correction_unread") onFault?.({ code: reason, message });
      }
      feedback.push(...reading.feedback);
      if (reading.feedback.length > 0) continue;
      const reasons = reading.diagnostics.map(({ message }) => message);
      refusals.push(reasons.slice(0, MAX_TOLD).join("; "));
    }
    if (feedback.length > 0) await store.record(feedback);
    if (refusals[0] !== undefined) throw new UnfitEvent(`this is no decision: ${refusals[0]}`);
  };

const decisionOf = (event: unknown): unknown => (isCloudEvent(event) ? fieldOf(event, "data") : event);
