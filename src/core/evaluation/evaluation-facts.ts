import { defined } from "../defined.ts";
import { instructionOf, isPeopleWork, kindOfFeedback } from "../feedback/kind-of-feedback.ts";
import type { RemarkKind } from "../english/kind-of-remark.ts";
import type { Feedback, FeedbackAuthor, Outcome } from "../feedback/feedback.ts";

/** Feedback that says the same as the one evaluated. */
export interface SimilarFeedback {
  readonly feedback_id: string;
  readonly author: FeedbackAuthor;
  /** How surely it says the same, from 0 to 1. */
  readonly score: number;
  /** Whether it uses the same words as the one evaluated; absent if that was not looked at. */
  readonly same_words?: boolean;
}

/** A rule in force that covers the mistake. */
export interface CoveringRule {
  readonly rule_id: string;
  readonly insertion_point: string;
  /** The feedback is what the rule was made of, or was given before it came into force; else it is a recurrence. */
  readonly earlier?: true;
}

/** The decision that feedback contradicts, the newest of them. */
export interface ContradictedDecision {
  readonly feedback_id: string;
  readonly time: string;
  readonly outcome: Outcome | null;
  /** Both decided about the very same output. */
  readonly same_output: boolean;
}

/** All that the class of a piece of feedback depends on. */
export interface EvaluationFacts {
  readonly feedback_id: string;
  readonly author: FeedbackAuthor;
  readonly agent: string | null;
  /** Where it is about people's own work. */
  readonly work_of?: "people";
  readonly outcome: Outcome | null;
  readonly has_correction: boolean;
  readonly asks_for_change: boolean;
  /** One of the repository's conventions: what recurs among them is found when rules are proposed. */
  readonly convention?: true;
  /** What a remark that corrects nothing is for: praise, an answer, a question. */
  readonly kind?: Exclude<RemarkKind, "correction">;
  /** A person of the team gives an instruction that is to last. */
  readonly standing_instruction?: true;
  readonly similar: readonly SimilarFeedback[];
  /** Ids of earlier approvals of the very thing that this one refuses, or the other way round. */
  readonly contradicts: readonly string[];
  /** What is known of those. */
  readonly contradicted?: readonly ContradictedDecision[];
  readonly covered_by: CoveringRule | null;
}

export interface FoundAround {
  readonly similar: readonly SimilarFeedback[];
  readonly contradicts: readonly string[];
  readonly contradicted?: readonly ContradictedDecision[];
  readonly covered_by?: CoveringRule;
}

/** The facts of a record, with what was found around it. */
export function evaluationFacts(feedback: Feedback, found: FoundAround): EvaluationFacts {
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
    similar: found.similar,
    contradicts: found.contradicts,
    ...defined({ contradicted: found.contradicted }),
    covered_by: found.covered_by ?? null,
  };
}
