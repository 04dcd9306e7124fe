import type { Judgement, JudgedText } from "../core/judge/judgement.ts";
import type { Evaluation } from "../core/evaluation/evaluation.ts";
import type { EvaluationFacts } from "../core/evaluation/evaluation-facts.ts";
import type { Result } from "../core/result.ts";
import type { ClusterEvidence, DraftProblem, ProposalDraft } from "../core/rule/propose/write-proposal.ts";

/** Judges whether texts are about the same mistake; another model can replace the built-in one. */
export interface Judge {
  /** Compares one text with several, in their order. */
  judge(text: JudgedText, others: readonly JudgedText[]): Promise<readonly Judgement[]>;
}

/**
 * Classifies feedback and drafts rules. Every driver passes test/contract/evaluator.ts. Drivers never reject: one
 * that cannot answer falls back to another.
 */
export interface Evaluator {
  /** The facts decide in the order of `classify`; an evaluator may use the text for what they leave open. */
  evaluate(input: EvaluationInput): Promise<Evaluation>;
  /** The draft keeps all evidence from authors who may give evidence, whoever words it. */
  draft(cluster: ClusterEvidence): Promise<DraftAnswer>;
}

export interface EvaluationInput {
  readonly facts: EvaluationFacts;
  /**
   * Texts by feedback id: the evaluated feedback, similar feedback and contradicted feedback. Feedback without
   * text here is judged by the facts alone.
   */
  readonly words: ReadonlyMap<string, string>;
}

export type DraftAnswer = Result<WrittenDraft, DraftProblem>;

/** A draft, whoever worded it. */
export interface WrittenDraft extends Omit<ProposalDraft, "source"> {
  readonly source: ProposalDraft["source"] | "model";
}
