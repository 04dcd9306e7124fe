import {
  decisionEventSchema,
  type DecisionEvent,
  toDecisionEvent,
} from "../../core/feedback/decision-event.ts";
import { fieldOf } from "../../core/json/read-json.ts";
import type { DecisionStream } from "../../ports/decision-stream.ts";
import type { LogEntry } from "../../ports/event-log.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import type { SubmissionStore } from "../../ports/submission-store.ts";
import { isOwnEvent } from "./own-events.ts";

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
