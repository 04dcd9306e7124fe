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

/** Changes who is who; of two at once the later is decided anew on what the first left. Answers with both views. */
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

/** Lets somebody who was erased decide about rules again. */
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
  /** Rules in force that, as is known now, fewer people approved than were required. */
  readonly short_of_quorum: readonly string[];
}

/**
 * Links a login to a person. Rules that wait count the two as one from now on. Rules in force stay in force, because taking
 * them out is for people to decide; the audit log names those that fewer people approved than it seemed.
 */
export const linkLogin =
  ({ people, rules, audit, policy, random, hash, now }: LinkParts) =>
  async (asked: {
    readonly person: string;
    readonly login: string;
    readonly how: LinkMethod;
    readonly by: string;
  }): Promise<Result<Linked, PersonProblem | PeopleBusy>> => {
    const newId = newPersonId({ random, hash });
    const changed = await changePeople({ people })((known) =>
      planLoginLink(known, { ...asked, now: now(), newId }),
    );
    if (!changed.ok) return changed;
    const { before, after } = changed.value;
    const short: string[] = [];
    // Whoever approves from here on sees the link, so no rule that it shortens comes into force behind this.
    for (const rule of await rules.inForce()) {
      const is = shortIn(rule, policy, after);
      if (is === undefined || shortIn(rule, policy, before) !== undefined) continue;
      short.push(rule.id);
      const detail = { version: rule.in_force, ...is };
      await audit.append({ actor: asked.by, action: "rule.short_of_quorum", subject: rule.id, detail });
    }
    return ok({ person: findPerson(listPeople(after), asked.login)!, short_of_quorum: short });
  };

function shortIn(rule: Rule, policy: RulePolicy, people: People) {
  const version = findVersion(rule, rule.in_force);
  return version === undefined ? undefined : shortOfQuorum(version, policy, people);
}

/** Takes a login away from its person. */
export const unlinkLogin =
  ({ people, now }: { readonly people: PersonStore; readonly now: () => string }) =>
  async (login: string, by: string): Promise<Result<null, PersonProblem | PeopleBusy>> => {
    const changed = await changePeople({ people })((known) =>
      planLoginUnlink(known, { login, by, now: now() }),
    );
    return changed.ok ? ok(null) : changed;
  };

/** Notes who decided about a rule: a second person makes a team of one who worked alone, for good. */
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
 * Notes under which name a provider's subject logs in, once for each name, so that a person who is renamed there stays one
 * person here. Refused where the name looks like somebody else's.
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
      const met = planLoginRecord(known, { login, name, now: now(), newId: newPersonId({ random, hash }) });
      if (!met.ok) return met;
      return met.value === undefined || (await people.save(met.value)) ? ok(null) : undefined;
    });

interface WorkAloneParts {
  readonly people: PersonStore;
  readonly now: () => string;
}

/** Says that somebody works alone with this store, so that their own approval is enough. */
export const workAlone =
  ({ people, now }: WorkAloneParts) =>
  async (name: string, by: string): Promise<Result<null, AloneProblem | PeopleBusy>> => {
    const changed = await changePeople({ people })((known) => planWorkAlone(known, { name, by, now: now() }));
    return changed.ok ? ok(null) : changed;
  };

/** Says that a team works with this store. */
export const workAsTeam =
  ({ people, now }: WorkAloneParts) =>
  async (by: string): Promise<Result<null, AloneProblem | PeopleBusy>> => {
    const changed = await changePeople({ people })((known) => planTeamWork(known, { by, now: now() }));
    return changed.ok ? ok(null) : changed;
  };
