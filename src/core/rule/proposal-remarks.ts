import type { RelatedRulesFound } from "./find-related-rules.ts";
import type { RuleVersion } from "./rule.ts";

export const PROPOSAL_REMARKS = [
  "warning",
  "conflict",
  "duplicate",
  "contradiction",
  "not_compared",
  "wants_words",
] as const;
export type ProposalRemark = (typeof PROPOSAL_REMARKS)[number];

/**
 * What a person has to look at before approving; where it is nothing the proposal is clean, and may be approved with
 * others at once.
 */
export function proposalRemarks({
  warnings,
  related,
  contradictions,
  not_compared,
  version,
}: RelatedRulesFound & {
  readonly version: Pick<RuleVersion, "wants_words">;
  readonly warnings: readonly unknown[];
  readonly contradictions: readonly unknown[];
}): readonly ProposalRemark[] {
  const found: Readonly<Record<ProposalRemark, boolean>> = {
    warning: warnings.length > 0,
    conflict: related.some(({ relation }) => relation === "conflict"),
    duplicate: related.some(({ relation }) => relation === "duplicate"),
    contradiction: contradictions.length > 0,
    // What was not compared may conflict.
    not_compared: not_compared > 0,
    wants_words: version.wants_words !== undefined,
  };
  return PROPOSAL_REMARKS.filter((remark) => found[remark]);
}
