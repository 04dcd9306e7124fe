import {
  decideEvaluation,
  type EvaluationChange,
  type EvaluationCommand,
} from "../../src/core/evaluation/decide-evaluation.ts";
import type {
  Classification,
  EvaluationRecord,
  ResolutionKind,
} from "../../src/core/evaluation/evaluation.ts";
import { person, WRITER } from "../examples/example-rule.ts";
import { timeAt } from "./make-feedback.ts";

/** The evaluation of feedback number `n`. */
export const evaluating = (n: number, classification: Classification): EvaluationCommand => ({
  type: "evaluate",
  by: WRITER,
  evaluation: {
    feedback_id: `fb-${n}`,
    classification,
    confidence: 0.5,
    rationale: `said once, as number ${n}`,
    similar_feedback_ids: [],
    proposed_action: null,
  },
});

export const resolving = (by: string, as: ResolutionKind): EvaluationCommand => ({
  type: "resolve_ambiguous",
  by: person(by),
  as,
  reason: `${by} knows`,
});

/** What a command makes of an evaluation; it must be accepted. */
export function changeEvaluation(
  state: EvaluationRecord | null,
  command: EvaluationCommand,
  minute: number,
): EvaluationChange {
  const decided = decideEvaluation(state, command, { now: timeAt(minute) });
  if (!decided.ok) throw new Error(decided.error.code);
  return decided.value;
}
