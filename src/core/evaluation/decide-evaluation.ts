import type { RuleActor } from "../feedback/feedback.ts";
import { keptReason } from "../text/bounded-text.ts";
import type { AuditAct } from "../audit/audit-entry.ts";
import { fail, ok, type Result } from "../result.ts";
import {
  type Classification,
  type Evaluation,
  EVALUATION_SCHEMA,
  type EvaluationRecord,
  type Resolution,
  type ResolutionKind,
  standingOf,
} from "./evaluation.ts";

export type EvaluationCommand =
  /** A first or later evaluation; a person's resolution stays. */
  | { readonly type: "evaluate"; readonly by: RuleActor; readonly evaluation: Evaluation }
  /** A person classifies ambiguous feedback. */
  | {
      readonly type: "resolve_ambiguous";
      readonly by: RuleActor;
      readonly as: ResolutionKind;
      readonly reason: string;
    }
  /** A person promotes an edge case. */
  | { readonly type: "promote_edge_case"; readonly by: RuleActor; readonly reason: string };

export interface EvaluationProblem {
  readonly code:
    | "evaluation_not_found"
    | "wrong_feedback"
    | "nothing_changed"
    | "not_a_person"
    | "not_ambiguous"
    | "already_resolved"
    | "reason_required"
    | "not_an_edge_case";
  readonly message: string;
}

export interface EvaluationChange {
  readonly state: EvaluationRecord;
  readonly acts: readonly AuditAct[];
}

/** The most earlier classes that are kept; the first one always is. */
export const MAX_HISTORY = 20;

type Decided = Result<EvaluationChange, EvaluationProblem>;

/** Applies a command to an evaluation, or says why it cannot; the state is null before the first. */
export function decideEvaluation(
  state: EvaluationRecord | null,
  command: EvaluationCommand,
  { now }: { readonly now: string },
): Decided {
  if (command.type === "evaluate") return evaluate(state, command.evaluation, command.by, now);
  if (state === null) {
    return reject("evaluation_not_found", "the feedback has not been evaluated yet; wait, or evaluate it");
  }
  if (command.by.trust !== "person") {
    return reject("not_a_person", "only a person can classify feedback; log in as one");
  }
  const reason = keptReason(command.reason);
  if (command.type === "promote_edge_case") {
    if (standingOf(state) !== "edge_case") {
      return reject("not_an_edge_case", `it is ${standingOf(state)}; only an edge case can be promoted`);
    }
    return resolve(
      state,
      command.by,
      { as: "generalizable", by: command.by.id, at: now, reason },
      "evaluation.promoted",
    );
  }
  if (state.evaluation.classification !== "ambiguous") {
    return reject("not_ambiguous", `it is ${state.evaluation.classification}; there is nothing to resolve`);
  }
  if (state.resolution !== null) {
    return reject(
      "already_resolved",
      `${state.resolution.by} has already resolved it as ${state.resolution.as}`,
    );
  }
  // Ignored feedback is never considered again, so a reason is required.
  if (command.as === "ignore" && reason === "") {
    return reject("reason_required", "expected a reason why it can be ignored");
  }
  return resolve(
    state,
    command.by,
    { as: command.as, by: command.by.id, at: now, reason },
    "evaluation.resolved",
  );
}

function evaluate(
  state: EvaluationRecord | null,
  evaluation: Evaluation,
  by: RuleActor,
  now: string,
): Decided {
  const { feedback_id, classification } = evaluation;
  if (state !== null && state.feedback_id !== feedback_id) {
    return reject("wrong_feedback", `this is the evaluation of ${state.feedback_id}, not of ${feedback_id}`);
  }
  if (state !== null && JSON.stringify(state.evaluation) === JSON.stringify(evaluation)) {
    return reject("nothing_changed", "the evaluation is the same as before; there is nothing to save");
  }
  const next: EvaluationRecord = {
    schema: EVALUATION_SCHEMA,
    feedback_id,
    revision: (state?.revision ?? 0) + 1,
    evaluation,
    resolution: state?.resolution ?? null,
    ...historyOf(state, classification),
    evaluated_at: now,
    updated_at: now,
  };
  const before = state?.evaluation.classification ?? null;
  return ok({
    state: next,
    acts: [actOf(next, by, "evaluation.made", { classification, before, confidence: evaluation.confidence })],
  });
}

/** Remembers the previous class if it changed. */
function historyOf(state: EvaluationRecord | null, now: Classification): Pick<EvaluationRecord, "history"> {
  if (state === null) return {};
  const { revision, evaluation, evaluated_at, history = [] } = state;
  const { classification, confidence, rationale } = evaluation;
  if (classification === now) return history.length === 0 ? {} : { history };
  const all = [...history, { revision, classification, confidence, rationale, evaluated_at }];
  return { history: all.length > MAX_HISTORY ? [all[0]!, ...all.slice(1 - MAX_HISTORY)] : all };
}

function resolve(state: EvaluationRecord, by: RuleActor, resolution: Resolution, action: string): Decided {
  const next: EvaluationRecord = {
    ...state,
    revision: state.revision + 1,
    resolution,
    updated_at: resolution.at,
  };
  const { as, reason } = resolution;
  return ok({
    state: next,
    acts: [actOf(next, by, action, { from: standingOf(state), to: standingOf(next), as, reason })],
  });
}

const actOf = (
  record: EvaluationRecord,
  by: RuleActor,
  action: string,
  detail: Readonly<Record<string, unknown>>,
): AuditAct => ({
  actor: by.id,
  action,
  subject: record.feedback_id,
  detail: { revision: record.revision, ...detail },
});

const reject = (code: EvaluationProblem["code"], message: string): Decided => fail({ code, message });
