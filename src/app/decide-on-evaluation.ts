import {
  decideEvaluation,
  type EvaluationCommand,
  type EvaluationProblem,
} from "../core/evaluation/decide-evaluation.ts";
import type { EvaluationRecord } from "../core/evaluation/evaluation.ts";
import { fail, ok, type Result } from "../core/result.ts";
import type { EvaluationStore } from "../ports/evaluation-store.ts";

const MAX_TRIES = 50;

/** Evaluates feedback, or does to its evaluation what a person says; of two at once, the later is decided anew. */
export const decideOnEvaluation =
  ({ evaluations, now }: { readonly evaluations: EvaluationStore; readonly now: () => string }) =>
  async (
    feedbackId: string,
    command: EvaluationCommand,
  ): Promise<
    Result<
      EvaluationRecord,
      EvaluationProblem | { readonly code: "evaluation_busy"; readonly message: string }
    >
  > => {
    for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
      const state = (await evaluations.find(feedbackId)) ?? null;
      const change = decideEvaluation(state, command, { now: now() });
      if (!change.ok) return change;
      if (await evaluations.save(change.value)) return ok(change.value.state);
    }
    return fail({
      code: "evaluation_busy",
      message: "others keep changing this evaluation; look again, then try",
    });
  };
