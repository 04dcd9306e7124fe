import { defined } from "../../defined.ts";
import { approvedWords } from "../approved-words.ts";
import { isErasedName } from "../../person/erasure.ts";
import { type People, UNLINKED_PEOPLE } from "../../person/people.ts";
import { ok, type Result } from "../../result.ts";
import { isAlone, judgeVersion, quorumOf } from "../quorum.ts";
import { type Approval, findVersion, type Rule, type RuleVersion } from "../rule.ts";
import type { RuleContext, RuleProblem } from "../rule-command.ts";
import type { RulePolicy } from "../rule-policy.ts";
import {
  change,
  type CommandOf,
  type Decided,
  needsPerson,
  needsWords,
  pendingVersion,
  refuse,
  withVersion,
} from "./change-rule.ts";

/** Whether one more yes adds anything; the refusal says why not and who can. */
function mayApprove(
  pending: RuleVersion,
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
      `you have approved this version${as}; another person must be next`,
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
        `${why}; ask somebody else to approve it, or say that you work alone with \`emend people alone\``,
      );
  }
  const blocked = uncounted(approval);
  if (blocked === undefined) return ok(null);
  return refuse(
    "issued_by_approver",
    `this approval does not count: your token was issued by ${issuedBy(approval, blocked.issuer, people)}, who ${
      blocked.why === "issuer_proposed" ? "proposed" : "approved"
    } this version; ask an approver whose token another administrator issued, or who logs in by OpenID Connect`,
  );
}

function issuedBy({ by, login }: Approval, issuer: string, people: People): string {
  const act = { name: by, ...defined({ login }) };
  const through = people.issuersOf(act).find(({ name }) => name === issuer)?.through;
  return through === undefined ? issuer : `${through}, whose token was issued by ${issuer}`;
}

/** Nobody knows any more what an erased person decided, so they decide nothing that they may have decided before. */
function stillErased(
  pending: RuleVersion,
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
    "somebody who was erased proposed or approved this version, and that may have been you; another person must be next",
  );
}

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
  if (pending.wants_words !== undefined) return needsWords();
  const people = context.people ?? UNLINKED_PEOPLE;
  const given: Approval = { by: by.id, at: now, ...defined({ login: by.login }) };
  const may = mayApprove(pending, given, { policy, people });
  if (!may.ok) return may;
  const isLone = isAlone({ ...pending, approvals: [...pending.approvals, given] }, policy, people);
  // An earlier approval of theirs was one of several that were needed then.
  const approvals = isLone ? [{ ...given, alone: true as const }] : [...pending.approvals, given];
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
          approvers: inForce.approvals.map((approval) => approval.by),
        },
      ],
    ],
  );
}
