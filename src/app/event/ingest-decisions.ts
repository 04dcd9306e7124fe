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

/** Whether Emend itself published the event. */
export function isOwnEvent(event: unknown): event is EmendEvent {
  const type = fieldOf(event, "type");
  return isCloudEvent(event) && typeof type === "string" && type.startsWith("emend.");
}

/** A bare decision may have any other key, but hardly this one. */
const isCloudEvent = (event: unknown): boolean => typeof fieldOf(event, "specversion") === "string";

/** The consumer group that records decisions. */
export const DECISION_GROUP = "emend-decisions";

/** More messages do not help to fix the event. */
const MAX_MESSAGES = 5;

export interface DecisionPorts {
  readonly store: Pick<FeedbackStore, "record">;
  /** The current time in UTC. */
  readonly now: () => string;
  readonly readCorrection?: ReadCorrection;
  /** Called when part of a decision could not be stored. Never throws. */
  readonly onFault?: (fault: { readonly code: string; readonly message: string }) => void;
}

/**
 * Records decisions, which are bare or the `data` of a CloudEvent; Emend's own events are ignored. A repeated
 * decision changes nothing, and the first of several under one id is kept. Anything else is rejected as unfit after
 * the rest of the batch is recorded.
 */
export const ingestDecisions =
  ({ store, now, readCorrection, onFault }: DecisionPorts) =>
  async (entries: readonly LogEntry[]): Promise<void> => {
    const feedback: Feedback[] = [];
    const rejections: string[] = [];
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
      rejections.push(reasons.slice(0, MAX_MESSAGES).join("; "));
    }
    if (feedback.length > 0) await store.record(feedback);
    if (rejections[0] !== undefined) throw new UnfitEvent(`not a decision: ${rejections[0]}`);
  };

const decisionOf = (event: unknown): unknown => (isCloudEvent(event) ? fieldOf(event, "data") : event);

/** The consumer group that publishes decisions made here. */
export const DECISION_WRITER_GROUP = "emend-decision-writer";

export interface WriteDecisionPorts {
  readonly submissions: Pick<SubmissionStore, "find">;
  readonly feedback: Pick<FeedbackStore, "find">;
  readonly decisions: DecisionStream;
}

/**
 * Writes each decision made in Emend to the decision stream, in the stream's format. Decisions from elsewhere are
 * not written again. A decision may be written twice, under the same `decision_id`.
 */
export const writeDecisions =
  ({ submissions, feedback, decisions }: WriteDecisionPorts) =>
  async (entries: readonly LogEntry[]): Promise<void> => {
    const events: DecisionEvent[] = [];
    for (const { event } of entries) {
      if (!isOwnEvent(event) || event.type !== "emend.submission.changed") continue;
      if (fieldOf(event.data, "status") !== "decided") continue;
      const submission = await submissions.find(event.subject);
      const id = submission?.decision?.feedback_id;
      const record = id === undefined ? undefined : await feedback.find(id);
      const decision = record === undefined ? undefined : toDecisionEvent(record);
      if (decision?.ok === true) events.push(onlyKnown(decision.value));
    }
    if (events.length > 0) await decisions.write(events);
  };

const KEYS = Object.keys(decisionEventSchema.shape) as (keyof typeof decisionEventSchema.shape)[];

/** Without our own keys, which a reader of the stream may not accept. */
const onlyKnown = (decision: DecisionEvent): DecisionEvent =>
  Object.fromEntries(KEYS.map((key) => [key, decision[key] ?? null])) as DecisionEvent;
