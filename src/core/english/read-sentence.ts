import { wordSet } from "../text/word-set.ts";
import table from "./implied-wishes.json" with { type: "json" };
import { type Word, isMostlyNoun } from "./tagged-words.ts";
import { defined } from "../defined.ts";
import type { Clause, Sentence } from "./clauses.ts";
import { hasSurePredicate, isOrderAt } from "./order.ts";
import { leadingFillers } from "./phrase.ts";
import { type RawWish, rawWish } from "./wish.ts";
import { isBareThing, readClause } from "./read-clause.ts";
import { stripFrames } from "./read-frame.ts";

const HARMS = wordSet(table.harms);

/** Whether a word names a problem, which nobody wants: "crash", "leak". */
export const isHarm = (word: Word | undefined): boolean => word !== undefined && HARMS.has(word.word);

/** A clause and the wish that it expresses, if any. */
export interface ReadClause {
  readonly words: readonly Word[];
  readonly wish?: RawWish;
}

export function readSentence(sentence: Sentence, before: RawWish | undefined): readonly ReadClause[] {
  const { clauses } = sentence;
  const read: ReadClause[] = [];
  for (let at = 0; at < clauses.length;) {
    const clause = clauses[at]!;
    const last = read.at(-1);
    const found =
      readArrow(clauses, at, last?.wish ?? (at === 0 ? before : undefined)) ??
      readHarm(clause, last) ??
      readClause(sentence, at);
    const wish = found === undefined ? undefined : withoutFrame(found);
    if (isNowhereElse(clause) && last?.wish !== undefined) {
      read[read.length - 1] = { words: last.words, wish: { ...last.wish, isOnly: true } };
      at += 1;
      continue;
    }
    const location = onlyLocation(clause);
    if (location !== undefined && last?.wish?.act === "do" && last.wish.where === undefined) {
      read[read.length - 1] = {
        words: [...last.words, ...clause.words],
        wish: { ...last.wish, where: location, isOnly: true, last: clause.words.at(-1)! },
      };
      at += 1;
      continue;
    }
    const mergedWish =
      wish !== undefined && last?.wish !== undefined
        ? mergeWishes(last.wish, wish, clause)
        : withAlternative(last?.wish, clause);
    if (mergedWish !== undefined && last !== undefined) {
      read[read.length - 1] = { words: [...last.words, ...clause.words], wish: mergedWish };
    } else read.push({ words: clause.words, ...defined({ wish }) });
    at += wish?.clauses ?? 1;
  }
  return read;
}

/** "…, but only under db/queries" */
function onlyLocation({ words, opener }: Clause): readonly Word[] | undefined {
  const isPlace = words[0]!.word === "only" && words[1]?.part === "preposition" && words.length > 2;
  return isPlace && (opener === "but" || opener === ",") ? words.slice(1) : undefined;
}

/** "…, nowhere else" */
const isNowhereElse = ({ words }: Clause): boolean =>
  words.length <= 3 &&
  (words[0]!.word === "nowhere" || (words[0]!.part === "not" && words.at(-1)!.word === "elsewhere"));

/** "Y → X", and "Y → do X". */
function readArrow(clauses: readonly Clause[], at: number, before: RawWish | undefined): RawWish | undefined {
  const clause = clauses[at]!;
  const next = clauses[at + 1];
  if (clause.opener === ">" && before?.act === "avoid") return toReplacement(before, clause.words, true, 1);
  if (next?.opener !== ">") return undefined;
  const left = clause.words.slice(leadingFillers(clause.words));
  if (
    left.length === 0 ||
    left.length > 14 ||
    isOrderAt(next.words, 0, next.words.length) === "sure" ||
    readsAsWish(next)
  )
    return undefined;
  // "no limit → this pod will eat the node" states a consequence.
  if (next.words.length > 12 || hasSurePredicate(next.words, 0, next.words.length)) return undefined;
  if (isHarm(next.words.find(({ part, canBeNoun }) => part === "noun" || canBeNoun))) return undefined;
  const both = [...left, ...next.words];
  if (hasSurePredicate(left, 0, left.length)) return rawWish("do", next.words, both, { clauses: 2 });
  const first = left[0]!;
  const no = first.word === "no" && first.kind === "word" ? 1 : 0;
  return rawWish("replace", next.words, both, { insteadOf: left.slice(no), isOtherThing: true, clauses: 2 });
}

const readsAsWish = (clause: Clause): boolean =>
  readClause({ clauses: [clause], end: "", isDoubted: false }, 0) !== undefined;

function toReplacement(unwanted: RawWish, what: readonly Word[], isThing: boolean, clauses: number): RawWish {
  const { verb: _, isThing: isOtherThing = false, ...rest } = unwanted;
  return {
    ...rest,
    act: "replace",
    what,
    insteadOf: unwanted.what,
    isThing,
    isOtherThing,
    last: what.at(-1)!,
    clauses,
  };
}

const HARM_BASES = wordSet(
  "mask hide cause pose lead risk break swallow leak introduce expose clutter obscure pollute complicate confuse violate hurt result create",
);
const WORSE = wordSet(
  "harder difficult worse slower unreadable impossible fragile brittle confusing hard unclear",
);

/** "…, which can lead to X" and "…, masking bugs" turn the preceding statement into a complaint. */
function readHarm(clause: Clause, last: ReadClause | undefined): RawWish | undefined {
  if (last === undefined || last.wish !== undefined) return undefined;
  const { words } = clause;
  const first = words[0]!;
  const verb = ["which", "that", "this", "it"].includes(first.word)
    ? words.find(({ part, base }, at) => at > 0 && part === "verb" && base !== undefined)
    : first;
  if (verb === undefined || verb.base === undefined || (verb === first && verb.form !== "ing"))
    return undefined;
  const namesHarm =
    HARM_BASES.has(verb.base) || (verb.base === "make" && words.some(({ word }) => WORSE.has(word)));
  if (!namesHarm || words.some(({ part }) => part === "not")) return undefined;
  return unwantedState(last.words, words);
}

/**
 * Turns a complaint into something to avoid: "queries are built by concatenation" becomes building queries by
 * concatenation.
 */
function unwantedState(words: readonly Word[], harm: readonly Word[]): RawWish {
  const found = (what: readonly Word[], more: Partial<RawWish> = {}): RawWish =>
    rawWish("avoid", what, [...words, ...harm], { force: "statement", ...more });
  const start = leadingFillers(words);
  const be = words.findIndex(({ part }, at) => at > start && part === "be");
  const state = words[be + 1];
  if (be !== -1 && state?.form === "ed" && state.base !== undefined && be - start <= 8) {
    return found([...words.slice(start, be), ...words.slice(be + 2)], { verb: state.base });
  }
  const verb = words.findIndex(
    ({ part, form }, at) => at > start && part === "verb" && (form === "s" || form === "ed"),
  );
  return verb > start && words[start]!.form !== "ing"
    ? found(words.slice(start, verb))
    : found(words.slice(start), { isThing: false });
}

/** Merges two wishes if the second says what to do instead of the first. */
function mergeWishes(first: RawWish, second: RawWish, clause: Clause): RawWish | undefined {
  // "you sorted by name, sort by date"
  if (
    first.act === "avoid" &&
    first.force === "reproach" &&
    first.verb !== undefined &&
    first.verb === second.what[0]?.base &&
    first.what.length > 0 &&
    second.act === "do"
  ) {
    return { ...second, act: "replace", insteadOf: first.what, isOtherThing: true, first: first.first };
  }
  // "count distinct users, you counted sessions"
  const verb = first.what[0]?.base;
  if (
    first.act === "do" &&
    second.act === "avoid" &&
    second.force === "reproach" &&
    second.verb !== undefined &&
    verb === second.verb &&
    second.what.length > 0
  ) {
    return { ...first, act: "replace", insteadOf: second.what, isOtherThing: true, last: second.last };
  }
  if (second.act !== "do" || second.force === "reproach") return undefined;
  const saysInstead = clause.words.some(({ word }) => word === "instead" || word === "rather");
  const start = clause.words[leadingFillers(clause.words)];
  const uses = start?.base === "use" || start?.base === "prefer";
  if (first.act === "avoid" && (saysInstead || uses) && first.what.length > 0) {
    return {
      ...toReplacement(first, second.what, second.isThing === true, first.clauses),
      isStanding: first.isStanding || second.isStanding,
      last: second.last,
    };
  }
  return undefined;
}

/** "no inline styles, Tailwind classes" */
function withAlternative(unwanted: RawWish | undefined, clause: Clause): RawWish | undefined {
  if (
    unwanted?.act !== "avoid" ||
    unwanted.force !== "order" ||
    (clause.opener !== "," && clause.opener !== "-")
  )
    return undefined;
  return isBareThing(clause) && clause.words.some(({ part }) => part === "noun" || part === "name")
    ? toReplacement(unwanted, clause.words, true, unwanted.clauses)
    : undefined;
}

/** In "instead of X, why not do Y", the second half has a frame of its own. */
function withoutFrame(wish: RawWish): RawWish {
  if (wish.act !== "replace") return wish;
  const isLone = wish.what.length === 1 && wish.insteadOf?.[0]?.part !== "verb";
  if (isLone && wish.what[0]!.canBeNoun) return { ...wish, isThing: true };
  // "template strings instead of concatenation" names two things, although the first word could be a verb.
  const [first, second] = wish.what;
  const isCompound =
    wish.verb === undefined &&
    first?.kind === "word" &&
    isMostlyNoun(first.word) &&
    second?.kind === "word" &&
    (second.part === "noun" || second.canBeNoun);
  if (isCompound) return { ...wish, isThing: true };
  const framed = stripFrames([{ words: wish.what, opener: "" }], 0, leadingFillers(wish.what));
  return framed.force !== undefined && framed.sign === 1
    ? { ...wish, what: wish.what.slice(framed.at) }
    : wish;
}
