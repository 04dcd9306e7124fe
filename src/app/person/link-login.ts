import type { RandomText } from "../../core/access/token-text.ts";
import type { Digest } from "../../core/audit/audit-entry.ts";
import { planLoginLink as decide, type PersonProblem } from "../../core/person/link-login.ts";
import type { LinkedHow } from "../../core/person/known-people.ts";
import type { People } from "../../core/person/people.ts";
import { findPerson, listPeople, type Person } from "../../core/person/person.ts";
import { shortOfQuorum } from "../../core/rule/quorum.ts";
import { findVersion, type Rule } from "../../core/rule/rule.ts";
import type { RulePolicy } from "../../core/rule/rule-policy.ts";
import { ok, type Result } from "../../core/result.ts";
import type { AuditLog } from "../../ports/audit-log.ts";
import type { PersonStore } from "../../ports/person-store.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import { changePeople, type PeopleBusy } from "./change-people.ts";
import { newPersonId } from "./new-person-id.ts";

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
    readonly how: LinkedHow;
    readonly by: string;
  }): Promise<Result<Linked, PersonProblem | PeopleBusy>> => {
    const newId = newPersonId({ random, hash });
    const changed = await changePeople({ people })((known) => decide(known, { ...asked, now: now(), newId }));
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
