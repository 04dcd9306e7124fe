import { type Quorum, quorumOf } from "./quorum.ts";
import { findVersion, type Rule, type RuleVersion } from "./rule.ts";
import type { RulePolicy } from "./rule-policy.ts";

/** A suggested rule: the version of a rule that awaits approval. */
export interface Proposal {
  readonly rule_id: string;
  /** The rule's; see `Rule.revision`. */
  readonly revision: number;
  readonly cluster_id: string | null;
  readonly proposed: RuleVersion;
  /** What is in force while people decide, for comparison. */
  readonly in_force: RuleVersion | null;
  /** How far the approvals go. */
  readonly approval: Quorum;
}

/** What of a rule awaits approval, or nothing. */
export function toProposal(rule: Rule, policy: RulePolicy): Proposal | undefined {
  const proposed = findVersion(rule, rule.pending);
  if (proposed === undefined) return undefined;
  return {
    rule_id: rule.id,
    revision: rule.revision,
    cluster_id: rule.cluster_id,
    proposed,
    in_force: findVersion(rule, rule.in_force) ?? null,
    approval: quorumOf(proposed, policy),
  };
}
