import { wordSet } from "../text/word-set.ts";
import table from "./concepts.json" with { type: "json" };
import verbs from "./opposites.json" with { type: "json" };
import { stem } from "./stem.ts";
import { isKnownVerb } from "./tagged-words.ts";
import { type TextToken, tokenize } from "./tokens.ts";
import type { Wish, WishPhrase } from "./wish.ts";

/** What a wish is for (above 0) and against (below 0), by concept or stem. */
export type Leaning = ReadonlyMap<string, number>;

interface Concept {
  readonly name: string;
  /** -1 for a word that means the contrary: "implicit" under "explicit". */
  readonly sense: 1 | -1;
}

const CONCEPTS = new Map<string, Concept>();
for (const [name, list] of Object.entries(table.concepts)) {
  for (const entry of list.split(" ")) {
    const isContrary = entry.startsWith("!");
    const key = isContrary ? entry.slice(1) : entry;
    if (key !== "" && !CONCEPTS.has(key)) CONCEPTS.set(key, { name, sense: isContrary ? -1 : 1 });
  }
}
const MAX_WORDS = 3;
const FILLER_WORDS = wordSet(table.faint);
const COMMON = new Set(table.common.split(" ").map((word) => stem(word)));
const stems = (list: string): ReadonlySet<string> => new Set(list.split(" ").map((word) => stem(word)));
const REMOVING = stems(verbs.removing);
const NEUTRAL = stems(verbs.neutral);
/**
 * Verbs that turn their object into something else. What follows the preposition is wanted; the object itself is
 * neutral.
 */
const CHANGING = wordSet("make turn convert change rename move wrap switch refactor migrate");
const INTO = ["into", "to", "a", "an", "in", "with", "as", "behind", "inside"];
/** Verbs that are neither for nor against their object: "fix the test". */
const UNWEIGHED = wordSet(verbs.unweighed);
/** Verbs that treat their object as something: "mark the test as skipped". */
const CASTING = wordSet("mark treat store model declare define represent type save express pass");
const PARTICLES = new Set(["out", "off", "away", "on"]);
const EXTRACTING = wordSet("pull break factor split move hoist lift");
const TAKING = wordSet("take rip cut throw leave strip kick tear pull");

const NAMES = new Set(Object.keys(table.concepts));
export const isConcept = (term: string): boolean => NAMES.has(term);

/** Words that no remark is about. */
export const isFillerWord = (word: string): boolean => FILLER_WORDS.has(word);
/** Things that many remarks mention in passing, so that they say little by themselves. */
export const isCommon = (term: string): boolean => COMMON.has(term);

/** How informative a term is. */
export const conceptWeight = (term: string): number => (COMMON.has(term) ? 0.4 : 1);

const CACHE = new WeakMap<Wish, Leaning>();

/** Cached for each wish. */
export function leaningOf(wish: Wish): Leaning {
  const known = CACHE.get(wish) ?? computeLeaning(wish);
  CACHE.set(wish, known);
  return known;
}

function computeLeaning(wish: Wish): Leaning {
  const terms = new Map<string, number>();
  if (wish.act === "ask") return terms;
  const sign = wish.act === "avoid" ? -1 : 1;
  // "never merge without a review" asks for reviews. It is not against merging.
  if (wish.without === undefined || sign === 1) addPhrase(terms, wish.what, sign);
  addPhrase(terms, wish.without, -sign);
  addPhrase(terms, wish.insteadOf, -1);
  return terms;
}

function addPhrase(terms: Map<string, number>, phrase: WishPhrase | undefined, sign: number): void {
  if (phrase === undefined || phrase.verb === "let" || UNWEIGHED.has(phrase.verb ?? "")) return;
  const { verb } = phrase;
  const tokens = weighedTokens(phrase);
  const words = tokens.map(({ word }) => word);
  const phrasal = verb === undefined ? undefined : phrasalVerb(verb, words);
  const isRemoving = phrasal !== undefined && REMOVING.has(stem(phrasal));
  // "unwrap it" is against wrapping.
  const undone = verbUndone(verb);
  let thingSign = isRemoving || undone !== undefined ? -sign : sign;
  if (undone !== undefined) addTo(terms, CONCEPTS.get(undone)?.name ?? stem(undone), -sign);
  else if (phrasal !== undefined && !isRemoving) {
    // In "pin the version" and "inline it", the verb itself is the choice.
    const concept = CONCEPTS.get(`${phrasal}-${words[0] ?? ""}`) ?? CONCEPTS.get(phrasal);
    if (concept !== undefined) addTo(terms, concept.name, sign * concept.sense);
    else if (!NEUTRAL.has(stem(phrasal))) {
      addTo(terms, stem(phrasal), sign);
      // "never edit an old migration" is against editing, not against migrations.
      if (sign === -1) thingSign = 0;
    }
  }
  for (let at = 0; at < tokens.length;) {
    const { length, concept } = conceptAt(words, at);
    const { kind, word } = tokens[at]!;
    if (concept !== undefined) addTo(terms, concept.name, thingSign * concept.sense);
    else if (!/[\p{L}\p{N}]/u.test(word) || isQuotedPhrase(tokens[at]!)) addTo(terms, word, thingSign);
    else {
      for (const part of word.toLowerCase().split(/[^\p{L}\p{N}_]+/u)) {
        if (part.length > 1 && (kind !== "word" || !FILLER_WORDS.has(part)))
          addTo(terms, stem(part), thingSign);
      }
    }
    at += length;
  }
}

/** A quotation such as "Dear customer" is a wording. Rejecting it is not rejecting customers. */
const isQuotedPhrase = ({ kind, word }: TextToken): boolean => kind === "quote" && word.trim().includes(" ");

/** The words that say what is wanted, without those for what is only changed, left or referred to. */
function weighedTokens({ verb, thing }: WishPhrase): readonly TextToken[] {
  const all = tokenize(thing).filter(({ kind }) => kind !== "mark");
  const find = (from: number, ...words: readonly string[]): number =>
    all.findIndex(({ kind, word }, at) => at >= from && kind === "word" && words.includes(word));
  const end = find(0, "without");
  const origin = verb !== undefined && REMOVING.has(stem(verb)) ? find(1, "from") : -1;
  const into =
    verb !== undefined && CHANGING.has(verb)
      ? find(1, ...INTO)
      : verb !== undefined && CASTING.has(verb)
        ? find(1, "as")
        : -1;
  const stop = Math.min(end === -1 ? all.length : end, origin === -1 ? all.length : origin);
  return all.slice(Math.max(0, into), Math.max(stop, 0));
}

/** "pull it out" is to extract it, "take it off" is to remove it. */
function phrasalVerb(verb: string, words: readonly string[]): string {
  if (!words.some((word) => PARTICLES.has(word))) return verb;
  if (words.includes("out") && EXTRACTING.has(verb)) return "extract";
  if (TAKING.has(verb) && (words.includes("out") || words.includes("off") || words.includes("away")))
    return "remove";
  if ((verb === "turn" || verb === "switch") && words.includes("off")) return "disable";
  return verb;
}

function verbUndone(verb: string | undefined): string | undefined {
  if (verb === undefined || !verb.startsWith("un") || CONCEPTS.has(verb)) return undefined;
  const rest = verb.slice(verb[2] === "-" ? 3 : 2);
  return isKnownVerb(rest) ? rest : undefined;
}

/** The longest phrase that names a concept. */
function conceptAt(
  words: readonly string[],
  at: number,
): { readonly length: number; readonly concept?: Concept } {
  for (let length = Math.min(MAX_WORDS, words.length - at); length > 0; length -= 1) {
    const key = words
      .slice(at, at + length)
      .join("-")
      .toLowerCase();
    const concept = CONCEPTS.get(key);
    if (concept !== undefined) return { length, concept };
  }
  return { length: 1 };
}

/** A term that is both wanted and unwanted cancels out. */
function addTo(terms: Map<string, number>, term: string, sign: number): void {
  terms.set(term, (terms.get(term) ?? 0) + sign);
}

/** Longer texts are truncated. */
const MAX_CHARACTERS = 4_000;

/** The topics of a text, in order and without repeats. Synonyms have one name, and filler words none. */
export function topicsIn(text: string): readonly string[] {
  const words = tokenize(text.slice(0, MAX_CHARACTERS))
    .filter(({ kind }) => kind !== "mark")
    .flatMap(({ kind, word }) => (kind === "word" ? [word] : wordsOfName(word)));
  const topics = new Set<string>();
  for (let at = 0; at < words.length;) {
    const { length, concept } = conceptAt(words, at);
    const word = words[at]!;
    if (concept !== undefined) topics.add(concept.name);
    else if (word.length > 1 && !isFillerWord(word)) topics.add(stem(word));
    at += length;
  }
  return [...topics];
}

/** The words of a name: `userList.test` names user, list and test. */
const wordsOfName = (name: string): readonly string[] =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== "")
    .map((part) => part.toLowerCase());
