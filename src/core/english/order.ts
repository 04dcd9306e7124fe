import { wordSet } from "../text/word-set.ts";
import { isKnownVerb, isMostlyNoun, isPart, canBeAdjective, type Word } from "./tagged-words.ts";

const POSSESSIVE = wordSet(
  "the a an this these those that all any every each both your our its my their his her no some another one either more fewer less",
);
const OBJECTS = wordSet(
  "it them us me him everything something anything nothing that this these those yourself none",
);
/** Verbs that describe a state. Nobody orders them. */
const STATIVE = wordSet(
  "be seem appear exist lack matter happen mean cost fail crash belong depend look like love know think feel want miss thank wonder guess hope agree bet suppose ok okay need",
);
const TAKES_OF = wordSet("dispose think get take make let beware");
const BARE_ORDERS = new Set(["be", "look"]);

/**
 * Whether an imperative starts at a word: "sure", "maybe" (the word is also a noun, and nothing rules either out),
 * or undefined. "Query runs once per row" and "Test coverage dropped" are no imperatives; "Pin the image" and "count
 * distinct ids" are.
 */
export function isOrderAt(words: readonly Word[], at: number, end: number): "sure" | "maybe" | undefined {
  const word = words[at];
  if (word === undefined || at >= end || word.kind !== "word") return undefined;
  if (BARE_ORDERS.has(word.word)) return words[at + 1] === undefined || at + 1 >= end ? undefined : "sure";
  if (STATIVE.has(word.word)) return undefined;
  const next = at + 1 < end ? words[at + 1] : undefined;
  const isClosed = !isPart(word.part, "verb", "noun", "adjective");
  if (isClosed && word.word !== "do" && word.word !== "have") return undefined;
  if (word.word === "do" || word.word === "have")
    return next !== undefined && takesObject(next) ? "sure" : undefined;
  const base = word.form === "base" || isKnownVerb(word.word);
  if (!base) {
    // An unknown word before "the", "it" or the like is probably a verb that the lexicon lacks.
    if (word.form !== undefined || word.word.endsWith("s") || word.part === "adjective") return undefined;
    return next !== undefined &&
      next.kind === "word" &&
      POSSESSIVE.has(next.word) &&
      !hasFiniteVerb(words, at + 1, end)
      ? "maybe"
      : undefined;
  }
  if (next?.word === "of" && !TAKES_OF.has(word.word)) return undefined;
  // "Empty catch block" and "Direct use" start with an adjective, "separate concerns" with a verb.
  if (
    next !== undefined &&
    canBeAdjective(word.word) &&
    (next.part === "noun" || next.canBeNoun) &&
    !endsPlural(words, at + 1, end)
  )
    return undefined;
  if (next === undefined || next.part === "mark") return word.canBeNoun ? "maybe" : "sure";
  const after = next.part === "adverb" ? words[at + 2] : next;
  if (after !== next && at + 2 < end && isFinite(after) && after?.canBeNoun === false) return undefined;
  if (isFinite(next)) {
    const object = words[at + 2];
    const hasObject = at + 2 < end && object?.kind === "word" && POSSESSIVE.has(object.word);
    if (next.canBeNoun && !isMostlyNoun(word.word) && next.form === "s" && !hasObject) return "sure";
    return undefined;
  }
  if (next.kind === "word" && (POSSESSIVE.has(next.word) || OBJECTS.has(next.word))) {
    return next.part === "pronoun" && isFinite(words[at + 2]) && word.canBeNoun ? undefined : "sure";
  }
  if (next.part === "question" || next.word === "whether" || next.word === "how") return "sure";
  if (next.part === "pronoun") return undefined;
  if (isPart(next.part, "be", "modal", "have", "do")) return undefined;
  if (next.part === "not") return word.canBeNoun && isMostlyNoun(word.word) ? undefined : "maybe";
  const isStatement = isMostlyNoun(word.word)
    ? hasFiniteVerb(words, at + 1, end)
    : hasSurePredicate(words, at + 1, end);
  if (!word.canBeNoun) return isStatement && word.part === "adjective" ? undefined : "sure";
  if (isStatement) return undefined;
  if (next.part === "preposition" || next.part === "conjunction")
    return isMostlyNoun(word.word) ? undefined : "sure";
  if (next.part === "number" && isMostlyNoun(word.word)) return undefined;
  if (next.part === "name" || next.part === "number")
    return isMostlyNoun(word.word) && next.kind !== "code" ? "maybe" : "sure";
  if (next.part === "adverb")
    return !isMostlyNoun(word.word) ? "sure" : next.word.endsWith("ly") ? "maybe" : undefined;
  if (next.part === "adjective") return isNegative(next) ? undefined : "sure";
  return endsPlural(words, at + 1, end) || !isMostlyNoun(word.word) ? "sure" : undefined;
}

const takesObject = (next: Word): boolean =>
  next.kind !== "word" ||
  POSSESSIVE.has(next.word) ||
  OBJECTS.has(next.word) ||
  next.part === "noun" ||
  next.part === "adjective";

const isNegative = ({ word }: Word): boolean =>
  /^(?:missing|wrong|broken|unused|bad|unclear|incorrect|absent)$/u.test(word);

/** A finite verb: "fails", "dropped", "is". */
const isFinite = (word: Word | undefined): boolean =>
  word !== undefined &&
  (isPart(word.part, "be", "modal", "have") ||
    (word.part === "verb" && (word.form === "s" || word.form === "ed") && !isOnlyModifier(word)));

const isOnlyModifier = ({ word }: Word): boolean =>
  /^(?:needed|used|based|related|named|given|shared|nested|typed|expected|required)$/u.test(word);

/** Whether the words have a finite verb, which makes the words before it its subject. */
export function hasFiniteVerb(words: readonly Word[], from: number, end: number): boolean {
  for (let at = from; at < end; at += 1) {
    const word = words[at]!;
    if (word.part === "mark" || word.part === "question" || SUBORDINATE.has(word.word)) return false;
    if (word.word === "that" && word.part === "determiner") continue;
    if (word.word === "that" || word.word === "to") return false;
    if (!isFinite(word)) continue;
    // "the imported modules": a participle before its noun.
    const next = words[at + 1];
    if (word.form === "ed" && next !== undefined && (next.part === "noun" || next.part === "name")) continue;
    if (word.form === "s" && isPart(words[at - 1]?.part, "determiner", "adjective", "preposition")) continue;
    if (
      word.form === "s" &&
      word.canBeNoun &&
      (next === undefined || isPart(next.part, "mark", "preposition", "conjunction"))
    ) {
      if (words[at - 1]?.part !== "noun" || at - from > 1) continue;
    }
    return true;
  }
  return false;
}

/** Whether the words have an unambiguous finite verb: "is", "must", "needs". */
export function hasSurePredicate(words: readonly Word[], from: number, end: number): boolean {
  for (let at = from; at < end; at += 1) {
    const word = words[at]!;
    if (word.part === "mark" || word.part === "question" || SUBORDINATE.has(word.word)) return false;
    if (word.word === "that" || word.word === "to") return false;
    if (word.part === "be" || word.part === "modal" || word.word === "has") return true;
    if (word.part === "verb" && word.form === "s" && !word.canBeNoun && words[at - 1]?.part !== "determiner")
      return true;
  }
  return false;
}

const SUBORDINATE = wordSet("if when unless because while which who so where before after until");

function endsPlural(words: readonly Word[], from: number, end: number): boolean {
  let last: Word | undefined;
  for (let at = from; at < end; at += 1) {
    const word = words[at]!;
    if (!isPart(word.part, "noun", "adjective", "name", "verb")) break;
    last = word;
  }
  return last !== undefined && last.kind === "word" && last.word.endsWith("s") && !last.word.endsWith("ss");
}
