import { personKey } from "../access/person-key.ts";
import type { RuleVersion } from "./rule.ts";
import type { RulePolicy } from "./rule-policy.ts";

export interface Quorum {
  readonly required: number;
  readonly given: number;
  /** How many more people must approve. */
  readonly missing: number;
  readonly reached: boolean;
}

/** How far a version's approvals go: enough distinct people, at least one of them not the proposer. */
export function quorumOf(version: RuleVersion, policy: RulePolicy): Quorum {
  const people = new Set(version.approvals.map(({ by }) => personKey(by)));
  const proposer = personKey(version.proposed_by.id);
  if (!policy.proposerMayApprove) people.delete(proposer);
  const given = people.size;
  const others = people.has(proposer) ? given - 1 : given;
  const missing = Math.max(policy.approvers - given, others === 0 ? 1 : 0);
  return { required: policy.approvers, given, missing, reached: missing === 0 };
}
