import { wordSet } from "../text/word-set.ts";
import type { Sentence } from "./clauses.ts";
import { type RawWish, rawWish, type WishForce } from "./wish.ts";
import { isPart, type Word } from "./tagged-words.ts";

const DUTY = new Set(["must", "should", "shall", "ought"]);
const MAY = wordSet("can could may might would");
const NONE = wordSet("no nobody nothing none neither");
/** Verbs after "you" that are no reproach. */
const NO_REPROACH = wordSet(
  "say mention think mean ask have do see know get want need be make find suggest write propose tell go try point agree notice call give",
);

/** Statements about a subject: "lib code must use the logger", "screenshots should be blurred", "amounts are ints". */
export function readStatement(sentence: Sentence, from: number, start: number): RawWish | undefined {
  const { words } = sentence.clauses[from]!;
  return (
    readWhyQuestion(words, start) ??
    readModalQuestion(sentence, words, start) ??
    readDuty(words, start) ??
    readReproach(words, start) ??
    readCustom(words, start)
  );
}

/** "Why does this spec check the headers?", "why doesn't it?" */
function readWhyQuestion(words: readonly Word[], start: number): RawWish | undefined {
  if (words[start]!.word !== "why" || words[start + 1]?.part !== "do") return undefined;
  const isNegated = words[start + 2]?.part === "not";
  const from = start + (isNegated ? 3 : 2);
  const at = words.findIndex(
    ({ kind, form, word }, index) => index > from && kind === "word" && (form === "base" || word === "have"),
  );
  if (at === -1 || at - from > 6) return undefined;
  return readPredicate(words, at, words.slice(from, at), isNegated ? 1 : -1, "reproach");
}

/** "Could `parse` return null?", "shouldn't this be validated?" */
function readModalQuestion({ end }: Sentence, words: readonly Word[], start: number): RawWish | undefined {
  const modal = words[start]!;
  if (modal.part !== "modal" || (end !== "?" && !DUTY.has(modal.word))) return undefined;
  const isNegated = words[start + 1]?.part === "not";
  const from = isNegated ? start + 2 : start + 1;
  const at = words.findIndex(
    ({ kind, form, word, part }, index) =>
      index > from &&
      kind === "word" &&
      (word === "be" || word === "have" || (form === "base" && (part === "verb" || index === from + 1))),
  );
  if (at === -1 || at - from > 8) return undefined;
  const subject = words.slice(from, at);
  if (subject.some(({ word }) => word === "i")) return undefined;
  return readPredicate(words, at, subject, 1, "request");
}

function readDuty(words: readonly Word[], start: number): RawWish | undefined {
  const at = words.findIndex(
    ({ part, word, base }, index) =>
      index > start &&
      (part === "modal" ||
        ((base === "need" || word === "has" || word === "have") && isTo(words[index + 1]))),
  );
  if (at === -1) return undefined;
  const subject = words.slice(start, at);
  if (
    subject.some(
      ({ part, word }) =>
        part === "question" || part === "be" || word === "i" || part === "not" || word === "if",
    )
  )
    return undefined;
  const modal = words[at]!;
  let next = at + 1;
  // "no code should log" forbids it for all code.
  const isNone = subject[0] !== undefined && NONE.has(subject[0].word);
  let sign: 1 | -1 = isNone ? -1 : 1;
  const isDuty = modal.part !== "modal" || DUTY.has(modal.word);
  for (; next < words.length; next += 1) {
    const word = words[next]!;
    if (word.part === "not") sign = -sign as 1 | -1;
    else if (word.part !== "adverb" && word.word !== "to") break;
  }
  if (next >= words.length) return undefined;
  if (!isDuty && subject[0]?.word !== "only" && (!MAY.has(modal.word) || sign === -1)) return undefined;
  const isPassive = words[next]!.word === "be";
  // "only admins may delete projects"
  const isOnly = subject[0]?.word === "only" && modal.part === "modal";
  if (isOnly) return readPredicate(words, next, subject, sign, "order");
  // "this could be extracted" is a hint, "this could fail" is not.
  if (!isDuty && !isPassive) return undefined;
  const found = readPredicate(
    words,
    next,
    isNone ? subject.slice(1) : subject,
    sign,
    isDuty ? "order" : "hint",
  );
  return !isDuty && found?.verb === "be" ? undefined : found;
}

const isTo = (word: Word | undefined): boolean => word?.word === "to";

function readPredicate(
  words: readonly Word[],
  at: number,
  subject: readonly Word[],
  sign: 1 | -1,
  force: WishForce,
): RawWish | undefined {
  const act = sign === 1 ? "do" : "avoid";
  const found = (what: readonly Word[], more: Partial<RawWish>): RawWish =>
    rawWish(act, what, words, { force, ...more });
  const verb = words[at]!;
  // "there shouldn't be any changes"
  if (verb.word === "be" && subject.length === 1 && subject[0]!.word === "there") {
    const rest = words.slice(at + 1);
    const isNo = rest[0]?.word === "no";
    const what = rest[0]?.part === "determiner" ? rest.slice(1) : rest;
    const turned = isNo ? (sign === 1 ? "avoid" : "do") : act;
    return what.length === 0 ? undefined : found(what, { act: turned });
  }
  if (verb.word !== "be") return found(words.slice(at + 1), { verb: verb.base ?? verb.word, subject });
  let next = at + 1;
  while (words[next]?.part === "adverb" && words[next + 1]?.form === "ed") next += 1;
  const state = words[next];
  if (state === undefined) return undefined;
  if (state.kind === "word" && state.form === "ed" && state.base !== undefined) {
    return found([...subject, ...words.slice(next + 1)], { verb: state.base });
  }
  if (state.kind === "word" && state.form === "ing" && state.base !== undefined) {
    return found(words.slice(next + 1), { verb: state.base, subject });
  }
  return found(words.slice(next), { verb: "be", subject });
}

/** "you ran npm install": what was done is not wanted. */
function readReproach(words: readonly Word[], start: number): RawWish | undefined {
  if (words[start]!.word !== "you") return undefined;
  const at = words.findIndex(({ part }, index) => index > start && part !== "adverb");
  const verb = words[at];
  if (
    verb === undefined ||
    verb.kind !== "word" ||
    verb.form !== "ed" ||
    verb.base === undefined ||
    NO_REPROACH.has(verb.base)
  )
    return undefined;
  return rawWish("avoid", words.slice(at + 1), words, { verb: verb.base, force: "reproach" });
}

/** Adjectives that only judge. */
const EVALUATING = wordSet(
  "hard difficult easy tough impossible good great nice fine cool neat helpful clear ready bad wrong ugly confusing slow fast",
);

/** "amounts are ints in cents": a plural without an article stands for all of them. */
function readCustom(words: readonly Word[], start: number): RawWish | undefined {
  const at = words.findIndex(({ word }) => word === "are" || word === "is");
  if (at <= start || at - start > 4 || at + 1 >= words.length) return undefined;
  const subject = words.slice(start, at);
  const head = subject.at(-1);
  if (words[at]!.word !== "are" || head?.kind !== "word" || !head.word.endsWith("s")) return undefined;
  if (subject.some(({ part }) => isPart(part, "determiner", "pronoun", "question", "number", "preposition")))
    return undefined;
  const isNegated = words[at + 1]!.part === "not";
  const what = words.slice(at + (isNegated ? 2 : 1));
  if (
    what.length === 0 ||
    what[0]!.part === "adverb" ||
    (what[0]!.form === "ed" && !isNegated) ||
    what[0]!.form === "ing"
  )
    return undefined;
  if (what[0]!.part === "adjective" && (what.length === 1 || EVALUATING.has(what[0]!.word))) return undefined;
  return rawWish(isNegated ? "avoid" : "do", what, words, {
    verb: "be",
    subject,
    force: "statement",
    isStanding: true,
  });
}
