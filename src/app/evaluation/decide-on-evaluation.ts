import {
  decideEvaluation,
  type EvaluationCommand,
  type EvaluationProblem,
} from "../../core/evaluation/decide-evaluation.ts";
import type { EvaluationRecord } from "../../core/evaluation/evaluation.ts";
import { ok, type Result } from "../../core/result.ts";
import type { EvaluationStore } from "../../ports/rule-store.ts";
import { atRevision, retryOnConflict, type ExpectedRevision } from "../retry-on-conflict.ts";

/** Saves an evaluation or a person's decision on it; a concurrent change is decided again. */
export const decideOnEvaluation =
  ({ now, ...parts }: { readonly evaluations: EvaluationStore; readonly now: () => string }) =>
  async (
    feedbackId: string,
    command: EvaluationCommand,
    /** The current record, if the caller has just read it. */
    known?: EvaluationRecord | null,
    expected: ExpectedRevision = {},
  ): Promise<
    Result<
      EvaluationRecord,
      EvaluationProblem | { readonly code: "evaluation_busy"; readonly message: string }
    >
  > => {
    const evaluations = atRevision(parts.evaluations, expected);
    const busy = {
      code: "evaluation_busy",
      message: "somebody else keeps changing this evaluation; read it again, then retry",
    } as const;
    return retryOnConflict(busy, async (attempt) => {
      const isRead = attempt === 0 && known !== undefined;
      const state = isRead ? known : ((await evaluations.find(feedbackId)) ?? null);
      const change = decideEvaluation(state, command, { now: now() });
      if (!change.ok) return change;
      return (await evaluations.save(change.value)) ? ok(change.value.state) : undefined;
    });
  };
