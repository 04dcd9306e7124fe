import { defined } from "../defined.ts";
import { instructionOf, isPeopleWork, kindOfFeedback } from "../feedback/kind-of-feedback.ts";
import type { RemarkKind } from "../english/kind-of-remark.ts";
import type { Feedback, FeedbackAuthor, Outcome } from "../feedback/feedback.ts";

export interface SimilarFeedback {
  readonly feedback_id: string;
  readonly author: FeedbackAuthor;
  /** The similarity, from 0 to 1. */
  readonly score: number;
  /** Whether it uses the same words; absent if not checked. */
  readonly same_words?: boolean;
}

export interface CoveringRule {
  readonly rule_id: string;
  readonly insertion_point: string;
  /** The feedback is evidence of the rule or older than it; otherwise it is a recurrence. */
  readonly earlier?: true;
}

/** A decision that feedback contradicts. */
export interface ContradictedDecision {
  readonly feedback_id: string;
  readonly time: string;
  readonly outcome: Outcome | null;
  /** Both are about the same output. */
  readonly same_output: boolean;
}

/** Everything that the classification depends on. */
export interface EvaluationFacts {
  readonly feedback_id: string;
  readonly author: FeedbackAuthor;
  readonly agent: string | null;
  /** Set if it is about people's own work. */
  readonly work_of?: "people";
  readonly outcome: Outcome | null;
  readonly has_correction: boolean;
  readonly asks_for_change: boolean;
  /** A convention of the repository; recurring ones are found when rules are proposed. */
  readonly convention?: true;
  /** The kind of a remark that is not a correction. */
  readonly kind?: Exclude<RemarkKind, "correction">;
  /** It contains a standing instruction by a member of the team. */
  readonly standing_instruction?: true;
  readonly similar: readonly SimilarFeedback[];
  /** Earlier decisions that it contradicts. */
  readonly contradicts: readonly string[];
  /** Details about those. */
  readonly contradicted?: readonly ContradictedDecision[];
  readonly covered_by: CoveringRule | null;
}

export interface EvaluationContext {
  readonly similar: readonly SimilarFeedback[];
  readonly contradicts: readonly string[];
  readonly contradicted?: readonly ContradictedDecision[];
  readonly covered_by?: CoveringRule;
}

/** Combines a record with what was found around it. */
export function evaluationFacts(feedback: Feedback, context: EvaluationContext): EvaluationFacts {
  const kind = kindOfFeedback(feedback);
  return {
    feedback_id: feedback.id,
    author: feedback.author,
    agent: feedback.agent ?? null,
    ...(isPeopleWork(feedback) ? { work_of: "people" } : {}),
    ...(feedback.convention === true ? { convention: true } : {}),
    outcome: feedback.outcome,
    has_correction: feedback.correction !== undefined,
    asks_for_change: kind === "correction",
    ...(kind === "correction" || feedback.outcome !== null ? {} : { kind }),
    ...(instructionOf(feedback) === undefined ? {} : { standing_instruction: true }),
    similar: context.similar,
    contradicts: context.contradicts,
    ...defined({ contradicted: context.contradicted }),
    covered_by: context.covered_by ?? null,
  };
}
