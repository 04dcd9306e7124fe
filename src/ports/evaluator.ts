import type { Judgement, JudgedText } from "../core/judge/judgement.ts";
import type { Evaluation } from "../core/evaluation/evaluation.ts";
import type { EvaluationFacts } from "../core/evaluation/evaluation-facts.ts";
import type { Result } from "../core/result.ts";
import type { ClusterEvidence, DraftProblem, ProposalDraft } from "../core/rule/propose/write-proposal.ts";

/** Says whether texts are about the same mistake; a model made for it can take the built-in one's place. */
export interface Judge {
  /** One text against several, answered in their order. */
  judge(text: JudgedText, others: readonly JudgedText[]): Promise<readonly Judgement[]>;
}

/**
 * Gives feedback its class, and words to a rule. Every driver passes test/contract/evaluator.ts, and none ever
 * rejects: one that cannot answer by itself answers as another would.
 */
export interface Evaluator {
  /** The facts decide in the order of `classify`; what they leave open an evaluator may settle by the words. */
  evaluate(input: EvaluationInput): Promise<Evaluation>;
  /** All evidence of the cluster whose authors count stays evidence of the draft, whoever words it. */
  draft(cluster: ClusterEvidence): Promise<DraftAnswer>;
}

export interface EvaluationInput {
  readonly facts: EvaluationFacts;
  /**
   * What the feedback that the facts name says, by its id: the evaluated one, the similar ones, those contradicted.
   * About feedback without words here nothing is asked, and it counts as the facts have it.
   */
  readonly words: ReadonlyMap<string, string>;
}

export type DraftAnswer = Result<WrittenDraft, DraftProblem>;

/** A draft, whoever worded it. */
export interface WrittenDraft extends Omit<ProposalDraft, "source"> {
  readonly source: ProposalDraft["source"] | "model";
}
