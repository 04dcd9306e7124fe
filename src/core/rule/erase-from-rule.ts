import { isSameName } from "../person/person-key.ts";
import { erasedPlaceholder } from "../person/erased-placeholder.ts";
import { isErasedName } from "../person/look-alikes.ts";
import type { PackEvidence } from "./pack-origin.ts";
import type { ReasonedAct, Rule, RuleVersion } from "./rule.ts";

const OPENING = "from one standing instruction by ";

/** The note of a version that came from one person's standing instruction. */
export const standingNote = (person: string): string => `${OPENING}${person}`;

/** The person whose instruction a note is about. */
const instructorIn = (note: string | null): string | undefined =>
  note?.startsWith(OPENING) === true ? note.slice(OPENING.length) : undefined;

/**
 * Removes one person from a rule: all their names in every spelling, the reasons they gave, and their logins. Each
 * erased person gets their own placeholder within the rule, so that different people stay different and a proposer
 * who approved stays one person. A reason for a missing text and a pack's quotes are removed if they name them. The texts stay, because
 * they are the team's instructions. Returns the same object if the rule does not name them.
 */
export function eraseFromRule(rule: Rule, names: readonly string[]): Rule {
  const isTheirs = (id: string): boolean =>
    !isErasedName(id) && names.some((name) => isSameName(id, name) && !isErasedName(name));
  const people = peopleIn(rule);
  // The reason why a version has no text yet may name and quote people who disagree.
  const quotes = ({ wants_words }: RuleVersion): boolean => mentions(wants_words?.why ?? "");
  const mentions = (text: string): boolean =>
    names.some((name) => name.trim() !== "" && text.toLowerCase().includes(name.trim().toLowerCase()));
  const quotesInPack = ({ pack }: RuleVersion): boolean => pack?.evidence.quotes?.some(mentions) === true;
  if (!people.some(isTheirs) && !rule.versions.some((each) => quotes(each) || quotesInPack(each)))
    return rule;
  const erased = erasedPlaceholder(people);
  const act = <Act extends ReasonedAct>(done: Act): Act =>
    isTheirs(done.by) ? { ...done, by: erased, reason: "" } : done;
  const maybe = <Act extends ReasonedAct>(done: Act | null): Act | null => (done === null ? null : act(done));
  const version = (each: RuleVersion): RuleVersion => ({
    ...each,
    ...(each.wants_words !== undefined && quotes(each)
      ? { wants_words: { ...each.wants_words, why: ERASED_WHY } }
      : {}),
    ...(each.pack !== undefined && quotesInPack(each)
      ? { pack: { ...each.pack, evidence: withoutQuotes(each.pack.evidence) } }
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

const withoutQuotes = ({ quotes: _quotes, ...rest }: PackEvidence): PackEvidence => rest;

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
