import { wordSet } from "../text/word-set.ts";
import type { Clause, Sentence } from "./clauses.ts";
import { stripFrames, type FramedClause } from "./read-frame.ts";
import { firstMatch } from "./match-wish.ts";
import { readNegation } from "./negation.ts";
import { hasFiniteVerb, hasSurePredicate, isOrderAt } from "./order.ts";
import { leadingFillers } from "./phrase.ts";
import { readStatement } from "./read-statement.ts";
import { isPart, undoneVerb, type Word } from "./tagged-words.ts";
import { type RawWish, rawWish } from "./wish.ts";

const STANDING = wordSet(
  "always never whenever everywhere every each unless convention conventions generally only",
);
/** Conjunctions of clauses that give a reason rather than a wish. */
const REASONS = wordSet("because since as although though otherwise while");

/** Reads the wish of a clause, which may continue into the clauses after it. */
export function readClause(sentence: Sentence, from: number): RawWish | undefined {
  const clause = sentence.clauses[from]!;
  const { words } = clause;
  if (REASONS.has(clause.opener)) return undefined;
  const start = leadingFillers(words);
  // "Signature:" and "nit:" are headings.
  const isHeading = sentence.clauses[from + 1]?.opener === ":" && words.length - start <= 2;
  if (start >= words.length || isHeading) return undefined;
  const isOnly = words[start]!.word === "only" && isOrderAt(words, start + 1, words.length) !== undefined;
  const isStanding = words.some(({ kind, word }) => kind === "word" && STANDING.has(word));
  const begin = isOnly ? start + 1 : start;
  const framed = stripFrames(sentence.clauses, from, begin);
  const found =
    firstMatch(sentence.clauses, from, begin, ({ isWhole }) => isWhole) ??
    insideFrame(sentence, from, framed) ??
    outsideFrame(sentence, from, begin);
  return found === undefined
    ? undefined
    : { ...found, isStanding: found.isStanding || isStanding, first: words[start]! };
}

function insideFrame({ clauses }: Sentence, from: number, framed: FramedClause): RawWish | undefined {
  const { words } = clauses[from]!;
  const { force, isStanding } = framed;
  if (force === undefined) return undefined;
  const framedAct = framed.sign === 1 ? "do" : "avoid";
  const passive = words[framed.at + 1];
  if (words[framed.at]!.word === "be" && passive?.form === "ed" && passive.base !== undefined) {
    return rawWish(framedAct, words.slice(framed.at + 2), words, { verb: passive.base, force, isStanding });
  }
  if (framed.sign === 1) {
    const matched = firstMatch(
      clauses,
      from,
      // "should be kebab-case, not snake_case"
      words[framed.at]!.word === "be" ? framed.at + 1 : framed.at,
      ({ act, note }) =>
        act === "replace" ||
        act === "restore" ||
        note === "what was done is not wanted" ||
        note === "keeping something out",
    );
    if (matched !== undefined) return { ...matched, force, isStanding };
    const first = words[framed.at]!;
    if (first.word === "no" && framed.governs === "any") return undefined;
  }
  // "don't abbreviate": a verb that the lexicon lacks.
  const start = words[framed.at]!;
  const isUnlisted =
    framed.governs === "base" &&
    start.kind === "word" &&
    start.base === undefined &&
    (/(?:ate|ify|ize|ise|en)$/u.test(start.word) || words[framed.at + 1]?.part === "determiner");
  // "why pointers instead of references?" and "don't return null instead of throwing" ask for the second half.
  const other =
    framed.sign === 1
      ? undefined
      : firstMatch(clauses, from, framed.at, ({ note }) => note === "both halves in one breath");
  if (other?.insteadOf !== undefined) {
    return { ...other, what: other.insteadOf, insteadOf: other.what, force, isStanding };
  }
  return rawWish(framedAct, words.slice(isUnlisted ? framed.at + 1 : framed.at), words, {
    ...(isUnlisted ? { verb: start.word } : {}),
    isThing: isUnlisted || framed.governs === "thing" || framed.governs === "bare",
    force,
    isStanding,
  });
}

function outsideFrame(sentence: Sentence, from: number, start: number): RawWish | undefined {
  const { clauses, end } = sentence;
  const { words } = clauses[from]!;
  const first = words[start]!;
  if (first.kind === "word" && first.word === "no") return readNoClause(sentence, from, start);
  const undone = undoneVerb(first);
  if (undone !== undefined && isNamed(words[start + 1])) {
    return rawWish("do", words.slice(start + 1), words, { verb: undone, force: "reproach" });
  }
  const order = isOrderAt(words, start, words.length);
  const matched = firstMatch(
    clauses,
    from,
    start,
    ({ act, note }) =>
      order !== "sure" ||
      act === "replace" ||
      act === "restore" ||
      note === "keeping something out" ||
      note === "what was done is not wanted",
  );
  if (matched !== undefined) return matched;
  if (order === "sure" || (order === "maybe" && end !== "?" && words.length - start > 1)) {
    // "import pandas??" is not an order.
    const [act, force] = sentence.isDoubted ? (["avoid", "reproach"] as const) : (["do", "order"] as const);
    return rawWish(act, words.slice(start), words, { isThing: false, force });
  }
  return (
    readWanted(sentence, from, start) ??
    readOnly(sentence, from, start) ??
    readStatement(sentence, from, start)
  );
}

const isNamed = (word: Word | undefined): boolean =>
  word?.part === "noun" || word?.part === "name" || word?.canBeNoun === true;

/** "docstrings please": a thing and a courtesy, no verb. */
function readWanted({ clauses }: Sentence, from: number, start: number): RawWish | undefined {
  const { words } = clauses[from]!;
  const next = clauses[from + 1];
  const nextIsPlease = next?.words.length === 1 && next.words[0]!.word === "please";
  const at = words.findLastIndex(({ word }) => word === "please");
  if (!nextIsPlease && (at === -1 || at < words.length - 4)) return undefined;
  if (isPart(words[start]!.part, "pronoun", "question", "not")) return undefined;
  if (hasFiniteVerb(words, start, words.length)) return undefined;
  const named = words.slice(start, at === -1 ? words.length : at);
  // "superlatives out please" is the opposite of "superlatives please".
  const isOut = named.length > 1 && named.at(-1)?.word === "out";
  const what = isOut ? named.slice(0, -1) : named;
  if (what.length === 0) return undefined;
  return rawWish(isOut ? "avoid" : "do", what, words, { force: "request", clauses: nextIsPlease ? 2 : 1 });
}

/** "source maps only in dev builds": a thing and the only location for it. */
function readOnly({ clauses }: Sentence, from: number, start: number): RawWish | undefined {
  const { words } = clauses[from]!;
  const only = words.findIndex(({ kind, word }, at) => at >= start && kind === "word" && word === "only");
  if (only === -1 || words.length - start < 3 || hasSurePredicate(words, start, words.length))
    return undefined;
  const next = words[only + 1];
  const isPlaced =
    only === start ||
    next?.part === "preposition" ||
    next?.word === "when" ||
    next?.word === "if" ||
    next === undefined;
  const before = words[start]!.part;
  // "only for the templates" does not say what.
  if (only === start && next?.part === "preposition") return undefined;
  if (!isPlaced || ["pronoun", "question", "not", "modal"].includes(before)) return undefined;
  return rawWish("do", words.slice(start), words, { isStanding: true });
}

const RULES = wordSet("style rule rules convention conventions standard policy guide guideline guidelines");

function readNoClause({ clauses, end }: Sentence, from: number, start: number): RawWish | undefined {
  const { words } = clauses[from]!;
  const after = words.slice(start + 1);
  if (after.length === 0 || after.some(({ part }) => part === "be" || part === "modal")) return undefined;
  const next = clauses[from + 1];
  const hasAlternative =
    next !== undefined &&
    (next.opener === "," || next.opener === "-" || next.opener === ">") &&
    isBareThing(next);
  // "House style: no comma before “and”" states a rule.
  const isRule =
    clauses[from]!.opener === ":" && clauses[from - 1]?.words.some(({ word }) => RULES.has(word)) === true;
  const found = readNegation(after, end, hasAlternative);
  const sense = isRule || (found === undefined && clauses[from]!.opener === "so") ? "banned" : found;
  if (sense === "missing") return rawWish("do", after, words, { verb: "add", force: "reproach" });
  if (sense === "banned") return rawWish("avoid", after, words, { isStanding: true });
  return rawWish("ask", after, words, { force: "statement" });
}

/** A few words that only name a thing. */
export const isBareThing = ({ words }: Clause): boolean =>
  words.length <= 4 &&
  words.every(
    ({ part, form, word, canBeNoun }) =>
      isPart(part, "noun", "adjective", "name", "number") ||
      ["please", "a", "the"].includes(word) ||
      (part === "verb" && ((form !== "s" && form !== "ed") || canBeNoun)),
  );
