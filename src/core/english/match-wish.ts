import { wordSet } from "../text/word-set.ts";
import { defined } from "../defined.ts";
import type { Clause } from "./clauses.ts";
import { readNegation } from "./negation.ts";
import { hasSurePredicate, isOrderAt } from "./order.ts";
import { type PatternGroup, patternGroups, type Match, matchPattern, type Pattern } from "./pattern.ts";
import { type RawWish, rawWish } from "./wish.ts";
import { isPart, undoneVerb, type Word } from "./tagged-words.ts";

/** The patterns that a sentence can match by its words. This rules out most of them once for all clauses. */
interface PatternCandidates {
  readonly group: PatternGroup;
  readonly patterns: readonly Pattern[];
}
const CANDIDATES = new WeakMap<readonly Clause[], readonly PatternCandidates[]>();

function candidatesIn(clauses: readonly Clause[]): readonly PatternCandidates[] {
  const known = CANDIDATES.get(clauses);
  if (known !== undefined) return known;
  const present = new Set(clauses.flatMap(({ words }) => words.map(({ word }) => word)));
  const possible = patternGroups.flatMap((group) => {
    const patterns = group.compiled.filter(({ needs }) =>
      needs.every((words) => words.some((word) => present.has(word))),
    );
    return patterns.length === 0 ? [] : [{ group, patterns }];
  });
  CANDIDATES.set(clauses, possible);
  return possible;
}

/** The first plausible match among the selected groups. */
export function firstMatch(
  clauses: readonly Clause[],
  from: number,
  at: number,
  isWanted: (group: PatternGroup) => boolean,
): RawWish | undefined {
  for (const { group, patterns } of candidatesIn(clauses)) {
    if (!isWanted(group)) continue;
    for (const pattern of patterns) {
      const match = matchPattern(pattern, clauses, from, at);
      if (match !== undefined && isPlausible(group, match)) return reverseIfStatement(wishOf(group, match));
    }
  }
  return undefined;
}

/** "not cool" is a judgement, not a choice. */
const EVALUATING = wordSet(
  "cool good great nice ok okay right fine needed necessary sure ideal pretty helpful allowed acceptable used justified yet again",
);
const SUBORDINATE = wordSet("when if that which where because while unless whenever");
const beforeSubordinate = (words: readonly Word[]): readonly Word[] => {
  const at = words.findIndex(({ word }, index) => index > 0 && SUBORDINATE.has(word));
  return at === -1 ? words : words.slice(0, at);
};

const FINITE_PARTS = new Set(["be", "modal", "do", "question"]);

/** "is longer than X" is a comparison, not a choice. */
const isComparative = ({ kind, word }: Word): boolean => kind === "word" && COMPARATIVE.has(word);
const COMPARATIVE = wordSet(
  "more less fewer other better worse rather further longer shorter larger smaller faster slower higher lower greater easier harder simpler cleaner cheaper bigger older newer wider narrower safer clearer nicer tighter later earlier",
);

/** "rename it to make it clearer" does not give a new name. */
const PURPOSES = wordSet(
  "make avoid be ensure keep prevent improve reduce match reflect indicate show allow",
);

/** "instead of X, it does Y" describes the present state. */
const STATING = wordSet("it this that you they there");

/** "there is no need" does not ask for anything. */
const NOT_MISSED = wordSet(
  "need reason point way use benefit harm problem issue doubt chance difference guarantee such longer preference idea sense",
);

/** "the customer wants a refund" is not about the work. */
const PEOPLE = wordSet(
  "he she they customer customers user users client clients boss manager team people everybody everyone",
);

const SAME_AS = wordSet("rest other others elsewhere everywhere before existing");

/**
 * "returns null instead of throwing" describes the present state, so the second half is wanted. The same goes for
 * "tabs instead of spaces as in the rest of the file".
 */
function reverseIfStatement(wish: RawWish): RawWish {
  const { act, what, insteadOf } = wish;
  if (act !== "replace" || insteadOf === undefined) return wish;
  const first = what[0]!;
  const verbAt = what.findIndex(
    ({ part, form, canBeNoun }, at) =>
      part === "verb" &&
      (form === "s" || (form === "ed" && at > 0 && what[at - 1]!.part !== "determiner")) &&
      (!canBeNoun || isObject(what[at + 1]) || (at === 0 && what[1]?.part === "noun")),
  );
  const asElsewhere = insteadOf.findIndex(
    ({ word }, at) =>
      at > 0 &&
      (word === "as" || word === "like") &&
      insteadOf.slice(at).some((each) => SAME_AS.has(each.word)),
  );
  const isOrder = isOrderAt(what, 0, what.length) !== undefined;
  if (asElsewhere > 0 && !isOrder)
    return { ...wish, what: insteadOf.slice(0, asElsewhere), insteadOf: what, force: "reproach" };
  if (verbAt === -1 || isOrder || first.word === "we") return wish;
  if (what.slice(0, verbAt).some(({ part }) => isPart(part, "modal", "preposition", "conjunction")))
    return wish;
  return {
    ...wish,
    what: insteadOf,
    insteadOf: what[verbAt]!.form === "ed" ? what.slice(0, verbAt) : what.slice(verbAt),
    force: "reproach",
  };
}

const isObject = (word: Word | undefined): boolean =>
  word !== undefined && isPart(word.part, "determiner", "name", "pronoun");

/** Whether the captured words can be what the group says they are. */
function isPlausible({ force, note }: PatternGroup, { captures }: Match): boolean {
  for (const [name, words] of captures) {
    const first = words[0]!;
    const last = words.at(-1)!;
    if (name !== "what" && name !== "not" && name !== "who") continue;
    if (isPart(first.part, "question", "modal", "be") || (first.part === "not" && words.length === 1))
      return false;
    if (words.every(({ part }) => isPart(part, "determiner", "be", "conjunction", "adverb"))) return false;
    if (isPart(last.part, "be", "modal", "do")) return false;
    if (
      note === "contrast" &&
      beforeSubordinate(words).some(
        ({ part, kind, word }) => kind === "word" && (FINITE_PARTS.has(part) || word === "if"),
      )
    )
      return false;
    if (
      name !== "not" &&
      force === "statement" &&
      isOrderAt(words, 0, words.length) === "sure" &&
      !words[0]!.canBeNoun
    )
      return false;
    if (name === "what" && captures.has("not") && isComparative(last)) return false;
    if (
      note === "what is not wanted comes first" &&
      name === "what" &&
      STATING.has(first.word) &&
      words[1]?.part !== "modal"
    )
      return false;
    if (note === "contrast" && name === "not" && words.length === 1 && EVALUATING.has(first.word))
      return false;
    if (note === "asks why a state does not hold" && words.some(({ word }) => word === "i" || word === "you"))
      return false;
    // "there should be no changes" does not ask for anything.
    if (
      note === "something is missing" &&
      name === "what" &&
      (first.part === "preposition" || first.word === "no")
    )
      return false;
    if (note === "something is missing" && name === "who" && PEOPLE.has(last.word)) return false;
    if (note === "left undone" && words.some(({ part }) => part === "modal" || part === "not")) return false;
    if (name === "not" && NOT_MISSED.has(first.word)) return false;
    if (note === "contrast" && name === "what" && hasSurePredicate(words, 0, words.length)) return false;
    if (
      note === "contrast" &&
      name === "not" &&
      first.part === "verb" &&
      first.form === "s" &&
      !first.canBeNoun
    )
      return false;
    if (note === "both halves in one breath" && name === "what" && PURPOSES.has(first.word)) return false;
    if (force === "statement" && name === "what" && hasSurePredicate(words, 0, words.length)) return false;
    if (note === "something is missing" && words.some(({ word }) => NOT_MISSED.has(word))) return false;
    if (name === "who" && words.some(({ word }) => ["unless", "if", "that", "when"].includes(word)))
      return false;
    if (name === "who" && words.some(({ part }) => part === "be" || part === "modal")) return false;
    if (
      force === "statement" &&
      words.some(({ kind, word }) => kind === "word" && ["i", "if", "you"].includes(word))
    )
      return false;
  }
  const missed = captures.get("missed");
  const banned = captures.get("banned");
  if (banned !== undefined && readNegation(banned, ".", false) === "missing") return false;
  return missed === undefined || readNegation(missed, ".", false, true) === "missing";
}

function wishOf(group: PatternGroup, { captures, first, last, clauses }: Match): RawWish {
  const insteadOf = captures.get("not") ?? captures.get("banned");
  const subject = captures.get("who") ?? (captures.has("unwanted") ? captures.get("what") : undefined);
  const where = captures.get("where");
  const state = captures.get("state")?.[0];
  const stated = state === undefined ? undefined : (undoneVerb(state) ?? state.base ?? "enable");
  const verb = group.verb ?? (group.verbOf === "state" ? stated : undefined);
  const what = [
    ...(captures.get("quality") ?? []).slice(0, 1),
    ...(captures.get("unwanted") ?? captures.get("missed") ?? captures.get("what") ?? []),
  ];
  return rawWish(group.act, what, [first, last], {
    ...defined({ insteadOf, subject, where, verb }),
    isThing: group.isThing ?? (group.force === "statement" || group.force === "reproach"),
    force: group.force,
    clauses,
  });
}
