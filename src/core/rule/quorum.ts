import { defined } from "../defined.ts";
import { lonePerson } from "../person/works-alone.ts";
import { isErasedName } from "../person/look-alikes.ts";
import { type People, UNLINKED_PEOPLE } from "../person/people.ts";
import type { Approval, RuleVersion } from "./rule.ts";
import { DEFAULT_RULE_POLICY, type RulePolicy } from "../evaluation/rule-policy.ts";

export interface Quorum {
  readonly required: number;
  /** The number of people whose approvals count. */
  readonly given: number;
  /** The number of people who still have to approve. */
  readonly missing: number;
  readonly reached: boolean;
  /** Approvals that do not count, and why. */
  readonly uncounted: readonly UncountedApproval[];
}

/** An approval made with a token whose issuer also decided about the version. */
interface UncountedApproval {
  readonly by: string;
  readonly issuer: string;
  readonly why: "issuer_approved" | "issuer_proposed";
}

/** What people approve: a version of a rule or of its check. */
export type CountedVersion = Pick<RuleVersion, "approvals" | "proposed_by" | "proposed_at">;

/**
 * The state of a version's approvals: it needs enough different people, at least one of them not the proposer. The
 * issuer of a token could use it themselves, so an approval with a token counts only if its issuer neither proposed
 * nor approved the version.
 */
export function quorumOf(
  version: CountedVersion,
  policy: Pick<RulePolicy, "approvers" | "proposerMayApprove">,
  people: People = UNLINKED_PEOPLE,
): Quorum {
  const { approvals } = version;
  if (isAlone(version, policy, people)) {
    const approved = approvals.length === 0 ? 0 : 1;
    return { required: 1, given: approved, missing: 1 - approved, reached: approved === 1, uncounted: [] };
  }
  const judge = judgeVersion(version, approvals, people);
  const uncounted = approvals.flatMap((approval) => judge.uncounted(approval) ?? []);
  const counted = new Set(
    approvals.filter((approval) => judge.uncounted(approval) === undefined).map(({ by }) => judge.who(by)),
  );
  if (!policy.proposerMayApprove) for (const name of judge.proposers) counted.delete(name);
  const approved = counted.size;
  const others = [...counted].filter((person) => !judge.proposers.has(person)).length;
  const missing = Math.max(policy.approvers - approved, others === 0 ? 1 : 0);
  return { required: policy.approvers, given: approved, missing, reached: missing === 0, uncounted };
}

/**
 * Whether only one person can decide about a version: nobody else is known, and nobody else has proposed or approved
 * it. A quorum above the default was chosen by a team, and stays.
 */
export function isAlone(
  { approvals, proposed_by }: CountedVersion,
  policy: Pick<RulePolicy, "approvers" | "proposerMayApprove">,
  people: People,
): boolean {
  if (policy.approvers > DEFAULT_RULE_POLICY.approvers || !policy.proposerMayApprove) return false;
  const isLone = lonePerson(people);
  if (isLone === undefined) return false;
  return (
    (proposed_by.trust !== "person" || isLone(proposed_by.id)) && approvals.every(({ by }) => isLone(by))
  );
}

interface VersionJudge {
  readonly who: (name: string) => string;
  /** Its proposer, and the issuer of the token that it was proposed with. */
  readonly proposers: ReadonlySet<string>;
  readonly uncounted: (approval: Pick<Approval, "by" | "login">) => UncountedApproval | undefined;
}

/** Resolves the people who decide about a version. `also` are approvals that are not part of it yet. */
export function judgeVersion(
  { approvals, proposed_by, proposed_at }: CountedVersion,
  also: readonly Pick<Approval, "by" | "login">[],
  people: People,
): VersionJudge {
  const issuersOf = ({ by, login }: Pick<Approval, "by" | "login">): readonly string[] =>
    people.issuersOf({ name: by, ...defined({ login }) }).map(({ name }) => name);
  const isPerson = proposed_by.trust === "person";
  const proposer = {
    by: proposed_by.id,
    ...defined({ login: proposed_by.login }),
  };
  const proposerIssuers = isPerson ? issuersOf(proposer) : [];
  const all = [...approvals, ...also];
  const who = people
    .since(proposed_at)
    .among([
      proposed_by.id,
      ...proposerIssuers,
      ...all.flatMap((approval) => [approval.by, ...issuersOf(approval)]),
    ]);
  const approvers = new Map(approvals.map(({ by }) => [who(by), by]));
  const erased = approvals.find(({ by }) => isErasedName(by))?.by;
  const uncounted = (approval: Pick<Approval, "by" | "login">): UncountedApproval | undefined => {
    const own = who(approval.by);
    for (const issuer of issuersOf(approval)) {
      const person = who(issuer);
      if (person === own) continue;
      const uncountedApproval = { by: approval.by, issuer };
      if (
        isPerson &&
        (person === who(proposed_by.id) || (isErasedName(issuer) && isErasedName(proposed_by.id)))
      ) {
        return { ...uncountedApproval, why: "issuer_proposed" };
      }
      // An erased person has no name any more, so any erased approver may be the issuer.
      if (approvers.has(person) || (isErasedName(issuer) && erased !== undefined && erased !== approval.by)) {
        return { ...uncountedApproval, why: "issuer_approved" };
      }
    }
    return undefined;
  };
  return {
    who,
    proposers: new Set(isPerson ? [proposed_by.id, ...proposerIssuers].map(who) : [who(proposed_by.id)]),
    uncounted,
  };
}

/** The shortfall of a version in force that fewer people approved than were required at the time. */
export function shortOfQuorum(
  version: RuleVersion,
  policy: Pick<RulePolicy, "proposerMayApprove">,
  people: People,
): Pick<Quorum, "required" | "given" | "missing"> | undefined {
  if (version.status !== "in_force" || version.quorum === null) return undefined;
  // One person was enough while nobody else was there.
  if (version.approvals.some(({ alone }) => alone === true)) return undefined;
  const { required, given, missing } = quorumOf(version, { ...policy, approvers: version.quorum }, people);
  return missing === 0 ? undefined : { required, given, missing };
}
