import { defined } from "../../defined.ts";
import { approvedWords, type Approval, findVersion, type Rule, type RuleVersion } from "../rule.ts";
import { isErasedName } from "../../person/look-alikes.ts";
import { type People, UNLINKED_PEOPLE } from "../../person/people.ts";
import { ok, type Result } from "../../result.ts";
import { type CountedVersion, isAlone, judgeVersion, quorumOf } from "../quorum.ts";
import {
  type RuleContext,
  type RuleProblem,
  change,
  type CommandOf,
  type RuleCommandResult,
  needsPerson,
  needsWords,
  pendingVersion,
  refuse,
  withVersion,
  statedReason,
} from "../rule-command.ts";
import type { RulePolicy } from "../../evaluation/rule-policy.ts";
import { daysAfter } from "../../time/time.ts";

/** Whether another approval counts. The refusal says why not and who can approve. */
export function mayApprove(
  pending: CountedVersion,
  approval: Approval,
  { policy, people }: { readonly policy: RulePolicy; readonly people: People },
): Result<null, RuleProblem> {
  const erased = stillErased(pending, approval.by, people);
  if (erased !== undefined) return erased;
  if (isAlone({ ...pending, approvals: [...pending.approvals, approval] }, policy, people)) return ok(null);
  const { who, proposers, uncounted } = judgeVersion(pending, [approval], people);
  const own = who(approval.by);
  const earlier = pending.approvals.find(({ by }) => who(by) === own);
  if (earlier !== undefined) {
    const as = earlier.by === approval.by ? "" : ` as ${earlier.by}`;
    return refuse(
      "already_approved_by_you",
      `you have already approved this version${as}; somebody else must approve next`,
    );
  }
  if (proposers.has(own)) {
    const why =
      own === who(pending.proposed_by.id) ? "you proposed it" : "you issued the token it was proposed with";
    if (!policy.proposerMayApprove) {
      return refuse("quorum_of_others_needed", `${why}; ${policy.approvers} other people must approve it`);
    }
    if (policy.approvers === 1)
      return refuse(
        "proposer_alone",
        `${why}; ask somebody else to approve it, or if you work alone, run \`emend people alone\``,
      );
  }
  const blocked = uncounted(approval);
  if (blocked === undefined) return ok(null);
  return refuse(
    "issued_by_approver",
    `this approval is not valid: your token was issued by ${issuedBy(approval, blocked.issuer, people)}, who ${
      blocked.why === "issuer_proposed" ? "proposed" : "approved"
    } this version; ask an approver whose token another administrator issued, or who logs in by OpenID Connect`,
  );
}

function issuedBy({ by, login }: Approval, issuer: string, people: People): string {
  const act = { name: by, ...defined({ login }) };
  const through = people.issuersOf(act).find(({ name }) => name === issuer)?.through;
  return through === undefined ? issuer : `${through}, whose token was issued by ${issuer}`;
}

/** Nobody knows what an erased person decided, so they cannot decide what they may have decided before. */
function stillErased(
  pending: CountedVersion,
  name: string,
  people: People,
): Result<never, RuleProblem> | undefined {
  const erasure = people.erasureOf(name);
  if (erasure === undefined) return undefined;
  if (erasure.admitted_at === undefined) {
    return refuse(
      "login_erased",
      `this person was erased on ${erasure.erased_at.slice(0, 10)}; before they approve anything, an administrator must admit them again with \`emend people admit\``,
    );
  }
  const deciders = [pending.proposed_by.id, ...pending.approvals.map(({ by }) => by)];
  if (!deciders.some(isErasedName)) return undefined;
  return refuse(
    "may_have_decided",
    "somebody who was erased proposed or approved this version, and that may have been you; somebody else must approve",
  );
}

/** Adds one person's approval. The last one needed brings the version into force. */
export function approve(
  rule: Rule,
  { by, version }: CommandOf<"approve">,
  context: RuleContext,
): RuleCommandResult {
  const { now, policy } = context;
  const wrong = needsPerson(by);
  if (wrong !== undefined) return wrong;
  const found = pendingVersion(rule, version);
  if (!found.ok) return found;
  const pending = found.value;
  if (now >= pending.expires_at) {
    return refuse("expired", `the proposal expired at ${pending.expires_at}; propose it again`);
  }
  if (pending.wants_words !== undefined) return needsWords();
  const people = context.people ?? UNLINKED_PEOPLE;
  const approval: Approval = { by: by.id, at: now, ...defined({ login: by.login }) };
  const may = mayApprove(pending, approval, { policy, people });
  if (!may.ok) return may;
  const isLone = isAlone({ ...pending, approvals: [...pending.approvals, approval] }, policy, people);
  // Their earlier approval was one of several that were needed at the time.
  const approvals = isLone ? [{ ...approval, alone: true as const }] : [...pending.approvals, approval];
  const approved: RuleVersion = { ...pending, approvals };
  const quorum = quorumOf(approved, policy, people);
  const vote = {
    version,
    given: quorum.given,
    required: quorum.required,
    ...(isLone ? { alone: true } : {}),
  };
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
          ...approvedWords(inForce),
          proposer: inForce.proposed_by.id,
          approvers: inForce.approvals.map((each) => each.by),
        },
      ],
    ],
  );
}

/** One person's rejection, with a reason, ends a proposal. The version in force stays. */
export function reject(rule: Rule, command: CommandOf<"reject">, { now }: RuleContext): RuleCommandResult {
  const { by, version } = command;
  const wrong = needsPerson(by);
  if (wrong !== undefined) return wrong;
  const reason = statedReason(command.reason);
  // The next proposer needs the reason, or the rule would be proposed again unchanged.
  if (reason === undefined)
    return refuse("reason_required", "expected a reason, for whoever proposes it next");
  const found = pendingVersion(rule, version);
  if (!found.ok) return found;
  const rejection = { by: by.id, at: now, reason };
  const rejected: RuleVersion = { ...found.value, status: "rejected", decided_at: now, rejection };
  const last_answer = { ...rejection, version, status: "rejected" } as const;
  return change(rule, by, now, { versions: withVersion(rule, rejected), pending: null, last_answer }, [
    ["rule.rejected", { version, reason }],
  ]);
}

/** Extends a proposal by one term. Its approvals stay. */
export function defer(
  rule: Rule,
  command: CommandOf<"defer">,
  { now, policy }: RuleContext,
): RuleCommandResult {
  const { by, version } = command;
  const wrong = needsPerson(by);
  if (wrong !== undefined) return wrong;
  const found = pendingVersion(rule, version);
  if (!found.ok) return found;
  const pending = found.value;
  if (now >= pending.expires_at) {
    return refuse("expired", `the proposal expired at ${pending.expires_at}; propose it again`);
  }
  if (pending.deferrals.length >= policy.deferrals) {
    return refuse(
      "deferred_too_often",
      `it was already deferred ${pending.deferrals.length} times; approve, modify or reject it`,
    );
  }
  const later = daysAfter(now, policy.proposalExpiryDays);
  const until = later > pending.expires_at ? later : pending.expires_at;
  const reason = statedReason(command.reason) ?? "";
  const deferred: RuleVersion = {
    ...pending,
    expires_at: until,
    deferrals: [...pending.deferrals, { by: by.id, at: now, reason, until }],
  };
  return change(rule, by, now, { versions: withVersion(rule, deferred) }, [
    ["rule.deferred", { version, until, reason }],
  ]);
}

/** Ends a proposal that nobody decided in time. Any background job may do it. */
export function expire(
  rule: Rule,
  { by, version }: CommandOf<"expire">,
  { now }: RuleContext,
): RuleCommandResult {
  const found = pendingVersion(rule, version);
  if (!found.ok) return found;
  const pending = found.value;
  if (now < pending.expires_at) {
    return refuse(
      "not_expired_yet",
      `the proposal is open until ${pending.expires_at}; reject it to end it now`,
    );
  }
  const expired: RuleVersion = { ...pending, status: "expired", decided_at: now };
  const reason = "nobody decided in time";
  const last_answer = { by: by.id, at: now, reason, version, status: "expired" } as const;
  return change(rule, by, now, { versions: withVersion(rule, expired), pending: null, last_answer }, [
    ["rule.expired", { version, approvals: pending.approvals.length }],
  ]);
}
