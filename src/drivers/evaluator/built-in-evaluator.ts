import { classify } from "../../core/evaluation/classify.ts";
import { DEFAULT_RULE_POLICY, type RulePolicy } from "../../core/evaluation/rule-policy.ts";
import { writeProposal } from "../../core/rule/propose/write-proposal.ts";
import type { Evaluator } from "../../ports/evaluator.ts";

export interface BuiltInEvaluatorOptions {
  readonly policy?: Pick<RulePolicy, "occurrences" | "reviewers">;
}

/** Evaluates by the facts alone: deterministic, and nothing leaves the machine. */
export function createBuiltInEvaluator({
  policy = DEFAULT_RULE_POLICY,
}: BuiltInEvaluatorOptions = {}): Evaluator {
  return {
    evaluate: ({ facts }) => Promise.resolve(classify(facts, policy)),
    draft: (cluster) => Promise.resolve(writeProposal(cluster)),
  };
}
