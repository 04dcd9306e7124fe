import { isSameName } from "../person/person-key.ts";
import { ERASED_PERSON } from "../feedback/feedback.ts";
import { isErasedName } from "../person/look-alikes.ts";
import type { ReasonedAct, Rule, RuleVersion } from "./rule.ts";

const OPENING = "from one standing instruction by ";

/** What a rule's history says of a version that one person's standing instruction brought about. */
export const standingNote = (person: string): string => `${OPENING}${person}`;

/** Whose instruction a note is about. */
const instructorIn = (note: string | null): string | undefined =>
  note?.startsWith(OPENING) === true ? note.slice(OPENING.length) : undefined;

/**
 * The rule without one person: all their names, in every spelling, the reasons they gave for what they did, and what they
 * were logged in with. Each person who is erased becomes a name of its own within the rule, so that distinct people stay
 * distinct and a proposer who approved stays one person. Why words are wanted goes if it names them. What the versions say stays: it is the team's instruction
 * and no longer one person's words. The same rule, not a copy, where it does not name them.
 */
export function eraseFromRule(rule: Rule, names: readonly string[]): Rule {
  const isTheirs = (id: string): boolean =>
    !isErasedName(id) && names.some((name) => isSameName(id, name) && !isErasedName(name));
  const people = peopleIn(rule);
  // Why a version wants words may name and quote those who disagree.
  const quotes = ({ wants_words }: RuleVersion): boolean => {
    const why = wants_words?.why.toLowerCase() ?? "";
    return names.some((name) => name.trim() !== "" && why.includes(name.trim().toLowerCase()));
  };
  if (!people.some(isTheirs) && !rule.versions.some(quotes)) return rule;
  const erased = freeName(people);
  const act = <Act extends ReasonedAct>(done: Act): Act =>
    isTheirs(done.by) ? { ...done, by: erased, reason: "" } : done;
  const maybe = <Act extends ReasonedAct>(done: Act | null): Act | null => (done === null ? null : act(done));
  const version = (each: RuleVersion): RuleVersion => ({
    ...each,
    ...(each.wants_words !== undefined && quotes(each)
      ? { wants_words: { ...each.wants_words, why: ERASED_WHY } }
      : {}),
    note: isTheirs(instructorIn(each.note) ?? "") ? standingNote(erased) : each.note,
    proposed_by: isTheirs(each.proposed_by.id)
      ? { id: erased, trust: each.proposed_by.trust }
      : each.proposed_by,
    deferrals: each.deferrals.map(act),
    approvals: each.approvals.map((approval) =>
      isTheirs(approval.by)
        ? { by: erased, at: approval.at, ...(approval.alone === true ? { alone: true as const } : {}) }
        : approval,
    ),
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

const ERASED_WHY = "A person whose feedback was evidence here was erased; the other evidence remains.";

function peopleIn({ versions, flag, last_answer }: Rule): readonly string[] {
  const acts = (...done: readonly (ReasonedAct | null)[]): readonly string[] =>
    done.flatMap((act) => (act === null ? [] : [act.by]));
  return [
    ...versions.flatMap((version) => [
      version.proposed_by.id,
      ...[instructorIn(version.note) ?? []].flat(),
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
