import { fieldOf } from "../../core/json/json.ts";
import type { EmendEvent } from "../../core/event/emend-event.ts";
import { defined } from "../../core/defined.ts";
import { fromDecision, type ReadCorrection } from "../../core/feedback/from-decision.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import { type LogEntry, UnfitEvent, type DecisionStream } from "../../ports/event-log.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import {
  decisionEventSchema,
  type DecisionEvent,
  toDecisionEvent,
} from "../../core/feedback/decision-event.ts";
import type { SubmissionStore } from "../../ports/submission-store.ts";

/** Whether Emend itself tells it, and not somebody else. */
export function isOwnEvent(event: unknown): event is EmendEvent {
  const type = fieldOf(event, "type");
  return isCloudEvent(event) && typeof type === "string" && type.startsWith("emend.");
}

/** A bare decision may have any further keys, but hardly this one. */
const isCloudEvent = (event: unknown): boolean => typeof fieldOf(event, "specversion") === "string";

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
    if (refusals[0] !== undefined) throw new UnfitEvent(`not a decision: ${refusals[0]}`);
  };

const decisionOf = (event: unknown): unknown => (isCloudEvent(event) ? fieldOf(event, "data") : event);

/** The group that tells others of decisions that were made here. */
export const DECISION_WRITER_GROUP = "emend-decision-writer";

export interface WriteDecisionPorts {
  readonly submissions: Pick<SubmissionStore, "find">;
  readonly feedback: Pick<FeedbackStore, "find">;
  readonly decisions: DecisionStream;
}

/**
 * A handler that writes each decision that a person made in Emend to the stream of decisions, in the form that the stream
 * has. Decisions that came from elsewhere are not written again. Others may read one twice, under the same `decision_id`.
 */
export const writeDecisions =
  ({ submissions, feedback, decisions }: WriteDecisionPorts) =>
  async (entries: readonly LogEntry[]): Promise<void> => {
    const made: DecisionEvent[] = [];
    for (const { event } of entries) {
      if (!isOwnEvent(event) || event.type !== "emend.submission.changed") continue;
      if (fieldOf(event.data, "status") !== "decided") continue;
      const submission = await submissions.find(event.subject);
      const id = submission?.decision?.feedback_id;
      const record = id === undefined ? undefined : await feedback.find(id);
      const decision = record === undefined ? undefined : toDecisionEvent(record);
      if (decision?.ok === true) made.push(onlyKnown(decision.value));
    }
    if (made.length > 0) await decisions.write(made);
  };

const KEYS = Object.keys(decisionEventSchema.shape) as (keyof typeof decisionEventSchema.shape)[];

/** Without keys of our own: a reader of the stream may refuse what it does not know. */
const onlyKnown = (decision: DecisionEvent): DecisionEvent =>
  Object.fromEntries(KEYS.map((key) => [key, decision[key] ?? null])) as DecisionEvent;
