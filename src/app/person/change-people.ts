import type { People } from "../../core/person/people.ts";
import type { PeopleChange, LinkMethod } from "../../core/person/known-people.ts";
import { ok, type Result } from "../../core/result.ts";
import type { PersonStore } from "../../ports/access-store.ts";
import { retryOnConflict } from "../retry-on-conflict.ts";
import type { RandomText } from "../../core/access/token.ts";
import type { Digest } from "../../core/audit/audit-entry.ts";
import {
  planAdmission,
  type PersonProblem,
  planLoginLink,
  planLoginUnlink,
  planLoginRecord,
  type LoginRecordProblem,
} from "../../core/person/link-login.ts";
import { findPerson, listPeople, type Person } from "../../core/person/person.ts";
import { shortOfQuorum } from "../../core/rule/quorum.ts";
import { findVersion, type Rule } from "../../core/rule/rule.ts";
import type { RulePolicy } from "../../core/evaluation/rule-policy.ts";
import type { AuditLog } from "../../ports/audit-log.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import { lonePerson, planTeamWork, type AloneProblem, planWorkAlone } from "../../core/person/works-alone.ts";

export interface PeopleBusy {
  readonly code: "people_busy";
  readonly message: string;
}

const PEOPLE_BUSY: PeopleBusy = {
  code: "people_busy",
  message: "somebody else keeps changing people and logins; read them again, then retry",
};

/** Changes people, retrying on conflict; returns the state before and after. */
const changePeople =
  ({ people }: { readonly people: PersonStore }) =>
  <Problem>(
    decide: (people: People) => Result<PeopleChange, Problem>,
  ): Promise<Result<{ readonly before: People; readonly after: People }, Problem | PeopleBusy>> =>
    retryOnConflict(PEOPLE_BUSY, async () => {
      const before = await people.read();
      const change = decide(before);
      if (!change.ok) return change;
      return (await people.save(change.value)) ? ok({ before, after: await people.read() }) : undefined;
    });

const BYTES = 16;

const newPersonId = ({ random, hash }: { readonly random: RandomText; readonly hash: Digest }): string =>
  `pn_${hash(random(BYTES)).slice(0, 16)}`;

/** Lets an erased person decide on rules again. */
export const admitPerson =
  ({ people, now }: { readonly people: PersonStore; readonly now: () => string }) =>
  async (login: string, by: string): Promise<Result<null, PersonProblem | PeopleBusy>> => {
    const changed = await changePeople({ people })((known) =>
      planAdmission(known, { login, by, now: now() }),
    );
    return changed.ok ? ok(null) : changed;
  };

export interface LinkParts {
  readonly people: PersonStore;
  readonly rules: Pick<RuleStore, "inForce">;
  readonly audit: Pick<AuditLog, "append">;
  readonly policy: RulePolicy;
  readonly random: RandomText;
  readonly hash: Digest;
  readonly now: () => string;
}

export interface Linked {
  readonly person: Person;
  /** Rules in force that turn out to have too few different approvers. */
  readonly short_of_quorum: readonly string[];
}

/**
 * Links a login to a person. Pending rules count both as one from now on. Rules in force stay, because removing
 * them is for people to decide; the audit log lists those with too few approvers.
 */
export const linkLogin =
  ({ people, rules, audit, policy, random, hash, now }: LinkParts) =>
  async (request: {
    readonly person: string;
    readonly login: string;
    readonly how: LinkMethod;
    readonly by: string;
  }): Promise<Result<Linked, PersonProblem | PeopleBusy>> => {
    const newId = newPersonId({ random, hash });
    const changed = await changePeople({ people })((known) =>
      planLoginLink(known, { ...request, now: now(), newId }),
    );
    if (!changed.ok) return changed;
    const { before, after } = changed.value;
    const shortRules: string[] = [];
    // Later approvals see the link, so no further rule can become short of its quorum.
    for (const rule of await rules.inForce()) {
      const shortage = quorumShortage(rule, policy, after);
      if (shortage === undefined || quorumShortage(rule, policy, before) !== undefined) continue;
      shortRules.push(rule.id);
      const detail = { version: rule.in_force, ...shortage };
      await audit.append({ actor: request.by, action: "rule.short_of_quorum", subject: rule.id, detail });
    }
    return ok({ person: findPerson(listPeople(after), request.login)!, short_of_quorum: shortRules });
  };

function quorumShortage(rule: Rule, policy: RulePolicy, people: People) {
  const version = findVersion(rule, rule.in_force);
  return version === undefined ? undefined : shortOfQuorum(version, policy, people);
}

/** Unlinks a login from its person. */
export const unlinkLogin =
  ({ people, now }: { readonly people: PersonStore; readonly now: () => string }) =>
  async (login: string, by: string): Promise<Result<null, PersonProblem | PeopleBusy>> => {
    const changed = await changePeople({ people })((known) =>
      planLoginUnlink(known, { login, by, now: now() }),
    );
    return changed.ok ? ok(null) : changed;
  };

/** Records who decided on a rule: a second person ends working alone for good. */
export const recordDecider =
  ({ people, now }: { readonly people: PersonStore; readonly now: () => string }) =>
  async (name: string): Promise<void> => {
    const known = await people.read();
    if (known.known.alone === undefined || lonePerson(known)?.(name) === true) return;
    await changePeople({ people })((latest) => planTeamWork(latest, { by: name, now: now() }));
  };

const BUSY = {
  code: "people_busy",
  reason: "somebody else keeps changing people and logins; log in again",
} as const;

/**
 * Records the name under which a provider's subject logs in, once per name, so that somebody who is renamed there
 * stays one person here. Fails if the name looks like somebody else's.
 */
export const recordProviderLogin =
  ({
    people,
    random,
    hash,
    now,
  }: {
    readonly people: PersonStore;
    readonly random: RandomText;
    readonly hash: Digest;
    readonly now: () => string;
  }) =>
  (login: string, name: string): Promise<Result<null, LoginRecordProblem | typeof BUSY>> =>
    retryOnConflict(BUSY, async () => {
      const known = await people.read();
      const plan = planLoginRecord(known, { login, name, now: now(), newId: newPersonId({ random, hash }) });
      if (!plan.ok) return plan;
      return plan.value === undefined || (await people.save(plan.value)) ? ok(null) : undefined;
    });

interface WorkAloneParts {
  readonly people: PersonStore;
  readonly now: () => string;
}

/** Declares that somebody works alone, so that their own approval is enough. */
export const workAlone =
  ({ people, now }: WorkAloneParts) =>
  async (name: string, by: string): Promise<Result<null, AloneProblem | PeopleBusy>> => {
    const changed = await changePeople({ people })((known) => planWorkAlone(known, { name, by, now: now() }));
    return changed.ok ? ok(null) : changed;
  };

/** Declares a team. */
export const workAsTeam =
  ({ people, now }: WorkAloneParts) =>
  async (by: string): Promise<Result<null, AloneProblem | PeopleBusy>> => {
    const changed = await changePeople({ people })((known) => planTeamWork(known, { by, now: now() }));
    return changed.ok ? ok(null) : changed;
  };
