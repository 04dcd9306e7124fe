import { isSamePerson } from "../../access/person-key.ts";
import { quorumOf } from "../quorum.ts";
import { findVersion, type Rule, type RuleVersion } from "../rule.ts";
import type { RuleContext } from "../rule-command.ts";
import {
  change,
  type CommandOf,
  type Decided,
  needsPerson,
  pendingVersion,
  refuse,
  withVersion,
} from "./change-rule.ts";

/** Adds one person's yes; with the last that is needed the version comes into force. */
export function approve(rule: Rule, { by, version }: CommandOf<"approve">, context: RuleContext): Decided {
  const { now, policy } = context;
  const wrong = needsPerson(by);
  if (wrong !== undefined) return wrong;
  const found = pendingVersion(rule, version);
  if (!found.ok) return found;
  const pending = found.value;
  if (now >= pending.expires_at) {
    return refuse("expired", `the proposal expired at ${pending.expires_at}; propose it again`);
  }
  if (pending.approvals.some((approval) => isSamePerson(approval.by, by.id))) {
    return refuse("already_approved_by_you", "you have approved this version; another person must be next");
  }
  if (isSamePerson(pending.proposed_by.id, by.id)) {
    if (!policy.proposerMayApprove) {
      return refuse(
        "quorum_of_others_needed",
        `${policy.approvers} people other than you, who proposed it, must approve it`,
      );
    }
    if (policy.approvers === 1) {
      return refuse("proposer_alone", "you proposed it; ask somebody else to approve it");
    }
  }
  const approved: RuleVersion = { ...pending, approvals: [...pending.approvals, { by: by.id, at: now }] };
  const quorum = quorumOf(approved, policy);
  const vote = { version, given: quorum.given, required: quorum.required };
  if (!quorum.reached) {
    return change(rule, by, now, { versions: withVersion(rule, approved) }, [["rule.approved", vote]]);
  }
  const inForce: RuleVersion = { ...approved, status: "in_force", quorum: quorum.required, decided_at: now };
  const before = findVersion(rule, rule.in_force);
  const versions = withVersion(rule, inForce).map((each) =>
    each.version === before?.version ? { ...each, status: "superseded" as const } : each,
  );
  return change(
    rule,
    by,
    now,
    { versions, in_force: version, pending: null, in_force_since: now, measured_from: now, flag: null },
    [
      ["rule.approved", vote],
      ...(before === undefined
        ? []
        : [["rule.superseded", { version: before.version, superseded_by: version }] as const]),
      [
        "rule.activated",
        {
          version,
          text: inForce.text,
          proposer: inForce.proposed_by.id,
          approvers: inForce.approvals.map((approval) => approval.by),
        },
      ],
    ],
  );
}
