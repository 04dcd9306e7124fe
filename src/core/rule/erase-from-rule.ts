import { ERASED_PERSON } from "../feedback/erase-person.ts";
import { isSamePerson } from "../access/person-key.ts";
import type { ReasonedAct, Rule, RuleVersion } from "./rule.ts";

/**
 * The rule without one person: their id, in every spelling that counts as one person, and the reasons they gave for
 * what they did. Each person who is erased becomes a name of its own within the rule, so that distinct people stay
 * distinct and a proposer who approved stays one person. What the versions say stays: it is the team's instruction
 * and no longer one person's words. The same rule, not a copy, where it does not name them.
 */
export function eraseFromRule(rule: Rule, personId: string): Rule {
  if (ERASED.test(personId)) return rule;
  const people = peopleIn(rule);
  if (!people.some((id) => isSamePerson(id, personId))) return rule;
  const erased = freeName(people);
  const idOf = (id: string): string => (isSamePerson(id, personId) ? erased : id);
  const act = <Act extends ReasonedAct>(done: Act): Act =>
    isSamePerson(done.by, personId) ? { ...done, by: erased, reason: "" } : done;
  const maybe = <Act extends ReasonedAct>(done: Act | null): Act | null => (done === null ? null : act(done));
  const version = (each: RuleVersion): RuleVersion => ({
    ...each,
    proposed_by: { ...each.proposed_by, id: idOf(each.proposed_by.id) },
    deferrals: each.deferrals.map(act),
    approvals: each.approvals.map((approval) => ({ ...approval, by: idOf(approval.by) })),
    rejection: maybe(each.rejection),
    retirement: maybe(each.retirement),
    earlier: maybe(each.earlier),
  });
  return {
    ...rule,
    revision: rule.revision + 1,
    versions: rule.versions.map(version),
    flag: maybe(rule.flag),
    last_answer: maybe(rule.last_answer),
  };
}

const ERASED = new RegExp(`^${ERASED_PERSON}(?:-[0-9]{1,9})?$`);

function peopleIn({ versions, flag, last_answer }: Rule): readonly string[] {
  const acts = (...done: readonly (ReasonedAct | null)[]): readonly string[] =>
    done.flatMap((act) => (act === null ? [] : [act.by]));
  return [
    ...versions.flatMap((version) => [
      version.proposed_by.id,
      ...version.approvals.map(({ by }) => by),
      ...acts(...version.deferrals, version.rejection, version.retirement, version.earlier),
    ]),
    ...acts(flag, last_answer),
  ];
}

function freeName(people: readonly string[]): string {
  const taken = new Set(people);
  let number = 1;
  while (taken.has(`${ERASED_PERSON}-${number}`)) number += 1;
  return `${ERASED_PERSON}-${number}`;
}
