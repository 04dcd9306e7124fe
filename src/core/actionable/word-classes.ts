import { wordSet } from "../text/word-set.ts";
import type { CommentWord } from "./read-text.ts";
import table from "./word-classes.json" with { type: "json" };

/** Verbs that tell what to do to the work. */
const CHANGE_VERBS = wordSet(table.changeVerbs);

/** Verbs that name no concrete change, unless what follows does. */
const VAGUE_VERBS = wordSet(table.vagueVerbs);

/** Verbs that ask for an answer or a look, not for a change. */
const ASK_VERBS = wordSet(table.askVerbs);

/** Change verbs that are often nouns. Alone, or before a finite verb, they name a thing. */
const NOUN_LIKE = wordSet(table.nounLike);

/** Those that start a title ("Type safety hole") more often than an order without an article. */
const TITLE_LIKE = wordSet(table.titleLike);

const IRREGULAR: ReadonlyMap<string, string> = new Map(Object.entries(table.participles));

const VOWEL_CONSONANT = /[^aeiou][aeiou][bdglmnprt]$/;

const participle = (verb: string): readonly string[] => {
  const irregular = IRREGULAR.get(verb);
  if (irregular !== undefined) return [irregular];
  if (verb.endsWith("e")) return [`${verb}d`];
  if (/[^aeiou]y$/.test(verb)) return [`${verb.slice(0, -1)}ied`];
  return VOWEL_CONSONANT.test(verb) ? [`${verb}ed`, `${verb}${verb.at(-1)}ed`] : [`${verb}ed`];
};

const gerund = (verb: string): readonly string[] => {
  if (verb.endsWith("e") && !verb.endsWith("ee")) return [`${verb.slice(0, -1)}ing`];
  return VOWEL_CONSONANT.test(verb) ? [`${verb}ing`, `${verb}${verb.at(-1)}ing`] : [`${verb}ing`];
};

// "unexport", "reparse": the stem is a change verb.
const PREFIXED = /^(?:un|re|de)/;

const definite = [...CHANGE_VERBS].filter((verb) => !VAGUE_VERBS.has(verb));
const definiteParticiples: ReadonlySet<string> = new Set(definite.flatMap(participle));
const vagueParticiples: ReadonlySet<string> = new Set([...VAGUE_VERBS].flatMap(participle));
const definiteGerunds: ReadonlySet<string> = new Set(definite.flatMap(gerund));

export const isChangeVerb = (word: string): boolean =>
  CHANGE_VERBS.has(word) || (PREFIXED.test(word) && CHANGE_VERBS.has(word.slice(2)));
export const isVagueVerb = (word: string): boolean => VAGUE_VERBS.has(word);
export const isAskVerb = (word: string): boolean => ASK_VERBS.has(word);
export const isNounLike = (word: string): boolean => NOUN_LIKE.has(word);
export const isTitleLike = (word: string): boolean => TITLE_LIKE.has(word);
export const isChangeParticiple = (word: string): boolean => definiteParticiples.has(word);
export const isVagueParticiple = (word: string): boolean => vagueParticiples.has(word);
export const isChangeGerund = (word: string): boolean => definiteGerunds.has(word);

const FINITE = wordSet(table.finite);
const DETERMINERS = wordSet(table.determiners);
const PREPOSITIONS = wordSet(table.prepositions);
const EVALUATIVE = wordSet(table.evaluative);
const PRONOUNS = wordSet(
  "this that it these those them everything stuff thing things here there above below me",
);
const NOISE = wordSet(table.noise);

export const isFinite = (word: CommentWord | undefined): boolean =>
  word?.kind === "word" && FINITE.has(word.text);

/** Words that follow a noun as easily as a verb: "sort by name", "access to the field". */
export const isPreposition = (word: CommentWord | undefined): boolean =>
  word?.kind === "word" && PREPOSITIONS.has(word.text);

/** Words that may follow a verb but hardly ever a noun that is a subject. */
export const opensObject = (word: CommentWord | undefined): boolean =>
  word !== undefined && (word.kind === "word" ? DETERMINERS.has(word.text) : word.kind !== "mark");

export const isPronoun = (word: CommentWord | undefined): boolean =>
  word?.kind === "word" && PRONOUNS.has(word.text);

/** Whether a word replaces masked text: code, a quotation, a replacement. */
export const isExact = (word: CommentWord | undefined): boolean =>
  word !== undefined && word.kind !== "word" && word.kind !== "mark";

/**
 * Whether the words only name a quality: "a more descriptive name", "better error handling". One plain noun after
 * the quality makes it no more exact: "proper logging", "better abstractions".
 */
export function isVagueObject(words: readonly CommentWord[], from: number, to: number): boolean {
  if (asksForQuality(words, from, to)) return true;
  let evaluative = false;
  let nouns = 0;
  for (let position = from; position < to; position += 1) {
    const word = words[position];
    if (word === undefined || word.kind === "mark") continue;
    if (isExact(word)) return false;
    if (EVALUATIVE.has(word.text)) evaluative = true;
    else if (!NOISE.has(word.text)) {
      nouns += 1;
      if (nouns > 1 || !COMPARING.has(words[position - 1]?.text ?? "")) return false;
    }
  }
  return evaluative;
}

/** "proper validation of user input" and "more comprehensive logging" leave it open which. */
function asksForQuality(words: readonly CommentWord[], from: number, to: number): boolean {
  let position = from;
  while (position < to && LEADING.has(words[position]?.text ?? "")) position += 1;
  return QUALITY.has(words[position]?.text ?? "") && !words.slice(position, to).some(isExact);
}

const LEADING = wordSet("a an the more some that all for sure");
const QUALITY = wordSet(
  "proper appropriate adequate sufficient comprehensive robust thorough better best meaningful suitable good",
);

const COMPARING = wordSet(
  "better best proper appropriate suitable good meaningful descriptive cleaner nicer",
);

/** Whether the words name a quality without a way to reach it: "make the message clearer". */
export function namesOnlyQuality(words: readonly CommentWord[], from: number, to: number): boolean {
  const part = words.slice(from, to);
  if (part.some((word) => isExact(word) || word.text === "by" || word.text === "using")) return false;
  return part.some((word) => EVALUATIVE.has(word.text) && !NOISE.has(word.text));
}

/** Whether the words contain more than pronouns and filler. */
export function hasContent(words: readonly CommentWord[], from: number, to: number): boolean {
  for (let position = from; position < to; position += 1) {
    const word = words[position];
    if (word === undefined || word.kind === "mark") continue;
    if (isExact(word)) return true;
    if (!NOISE.has(word.text) && !PRONOUNS.has(word.text) && !EVALUATIVE.has(word.text)) return true;
  }
  return false;
}
