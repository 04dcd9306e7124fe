import { fail, ok, type Result } from "../result.ts";
import { DECISION_OF_OUTCOME, type DecisionEvent, decisionEventSchema } from "./decision-event.ts";
import type { Feedback } from "./feedback.ts";
import { readOriginal } from "./original.ts";

export interface DecisionEventProblem {
  readonly code: "not_a_decision" | "original_truncated" | "original_unreadable";
  readonly message: string;
}

/**
 * The event that a record was made from, equal to what came in. Of an erased record, the event without
 * the person and their words. An event too large to be kept is refused and not made up.
 */
export function toDecisionEvent(feedback: Feedback): Result<DecisionEvent, DecisionEventProblem> {
  if (feedback.source.kind !== "decision") {
    const message = `${feedback.id} comes from a ${feedback.source.kind}; only a decision has an event`;
    return fail({ code: "not_a_decision", message });
  }
  if (feedback.original.state === "erased") return decisionEventFromFields(feedback);
  if (feedback.original.state === "truncated") {
    const message = `the event of ${feedback.id} was too large to be kept whole; ask its source for it`;
    return fail({ code: "original_truncated", message });
  }
  const original = readOriginal(feedback.original);
  if (!isDecisionEvent(original)) {
    const message = `the event kept in ${feedback.id} is damaged; ask its source for it`;
    return fail({ code: "original_unreadable", message });
  }
  return ok(original);
}

/** The event as the neutral fields tell it: time in UTC, texts within bounds, no further keys. */
export function decisionEventFromFields(feedback: Feedback): Result<DecisionEvent, DecisionEventProblem> {
  const { source, outcome, gate, epic, task, output, correction } = feedback;
  if (source.kind !== "decision" || source.ref === undefined || outcome === null) {
    const message = `${feedback.id} lacks what a decision has: an id and an outcome`;
    return fail({ code: "not_a_decision", message });
  }
  return ok({
    decision_id: source.ref,
    gate_id: gate ?? "",
    epic_id: epic ?? "",
    task_id: task ?? null,
    decision: DECISION_OF_OUTCOME[outcome],
    reviewer_id: feedback.author.id,
    timestamp: feedback.time,
    review_duration_seconds: feedback.duration_seconds ?? 0,
    agent_output_sha: output?.agent_sha ?? "",
    approved_output_sha: output?.approved_sha ?? null,
    correction_diff_path: correction?.diff_path ?? null,
    reviewer_comment: feedback.comment ?? null,
    tags: [...feedback.tags],
  });
}

/** Checks and does not rebuild: the validated copy would lose a key named `__proto__`. */
const isDecisionEvent = (value: unknown): value is DecisionEvent =>
  decisionEventSchema.safeParse(value).success;
