import type { RelatedRulesFound } from "./find-related-rules.ts";

export const PROPOSAL_REMARKS = [
  "warning",
  "conflict",
  "duplicate",
  "contradiction",
  "not_compared",
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
}: RelatedRulesFound & {
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
  };
  return PROPOSAL_REMARKS.filter((remark) => found[remark]);
}
