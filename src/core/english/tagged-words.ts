import { wordSet } from "../text/word-set.ts";
import irregular from "./irregular-verbs.json" with { type: "json" };
import lexicon from "./lexicon.json" with { type: "json" };
import type { TextToken } from "./tokens.ts";
import words from "./words.json" with { type: "json" };

type PartOfSpeech =
  | "verb"
  | "noun"
  | "adjective"
  | "adverb"
  | "determiner"
  | "pronoun"
  | "preposition"
  | "conjunction"
  | "modal"
  | "be"
  | "have"
  | "do"
  | "not"
  | "question"
  | "name"
  | "number"
  | "mark";

export interface Word extends TextToken {
  readonly part: PartOfSpeech;
  /** The base form if the word can be a verb: "run" for "running" and "ran". */
  readonly base?: string;
  readonly form?: "base" | "s" | "ed" | "ing";
  /** Whether the word can be a noun as well as a verb. */
  readonly canBeNoun: boolean;
}

/** Whether a part of speech is one of several. */
export const isPart = (part: PartOfSpeech | undefined, ...parts: readonly PartOfSpeech[]): boolean =>
  part !== undefined && parts.includes(part);

const VERBS = new Set([...wordSet(lexicon.verbs), ...wordSet(words.technicalVerbs)]);
const NOUNS_OR_VERBS = new Set([
  ...wordSet(lexicon.nounsOrVerbs),
  ...wordSet(words.mostlyNouns),
  ...wordSet(words.nounsToo),
]);
const ADJECTIVES = wordSet(lexicon.adjectives);
const ADJECTIVES_OR_VERBS = wordSet(lexicon.adjectivesOrVerbs);
const NEGATIVE = wordSet(words.negativeAdjectives);
const ADVERBS = new Set([...wordSet(lexicon.adverbs), ...wordSet(words.adverb)]);
const MOSTLY_NOUNS = wordSet(words.mostlyNouns);
const IRREGULAR = new Map(Object.entries(irregular));
/** Function words. If several classes list a word, the first one wins. */
const PART_BY_WORD = new Map<string, PartOfSpeech>();
for (const [part, list] of [
  ["be", words.be],
  ["have", words.have],
  ["do", words.do],
  ["modal", words.modal],
  ["not", "not never"],
  ["question", words.question],
  ["pronoun", words.pronoun],
  ["determiner", words.determiner],
  ["preposition", words.preposition],
  ["conjunction", words.conjunction],
  ["adverb", words.adverb],
] as const) {
  for (const word of list.split(" ")) if (!PART_BY_WORD.has(word)) PART_BY_WORD.set(word, part);
}

export const isKnownVerb = (word: string): boolean =>
  VERBS.has(word) || NOUNS_OR_VERBS.has(word) || ADJECTIVES_OR_VERBS.has(word) || hasVerbEnding(word);
/** Whether a word can be an adjective: "empty", "direct". */
export const canBeAdjective = (word: string): boolean =>
  ADJECTIVES_OR_VERBS.has(word) || ADJECTIVES.has(word);
export const isMostlyNoun = (word: string): boolean => MOSTLY_NOUNS.has(word);

/** Verbs in -ise and -ify, and known verbs with a prefix. */
function hasVerbEnding(word: string): boolean {
  if (/(?:ify|ise|ize)$/u.test(word) && word.length > 5)
    return !/(?:wise|rise|size|prize|noise)$/u.test(word);
  const rest = /^(?:re|de|un|pre|co-|auto|over|under|dis)-?(?<rest>[a-z]{3,})$/u.exec(word)?.groups?.rest;
  return rest !== undefined && VERBS.has(rest);
}

interface VerbForm {
  readonly base: string;
  readonly form: "base" | "s" | "ed" | "ing";
}

export function verbForm(word: string): VerbForm | undefined {
  const past = IRREGULAR.get(word);
  if (past !== undefined) return { base: past, form: "ed" };
  if (NEGATIVE.has(word) && word !== "duplicate") return undefined;
  if (isKnownVerb(word)) return { base: word, form: "base" };
  if (word.length < 4) return undefined;
  if (word.endsWith("ing") && word.length > 4) return formOf(word.slice(0, -3), "ing");
  if (word.endsWith("ied")) return formOf(`${word.slice(0, -3)}y`, "ed");
  if (word.endsWith("ed")) return formOf(word.slice(0, -2), "ed");
  if (word.endsWith("ies")) return formOf(`${word.slice(0, -3)}y`, "s");
  if (word.endsWith("s") && !word.endsWith("ss") && !word.endsWith("us") && !word.endsWith("is")) {
    const found = known(word.slice(0, -1)) ?? (word.endsWith("es") ? known(word.slice(0, -2)) : undefined);
    return found === undefined ? undefined : { base: found, form: "s" };
  }
  return undefined;
}

const known = (word: string): string | undefined => (isKnownVerb(word) ? word : undefined);

function formOf(stem: string, form: "ed" | "ing" | "s"): VerbForm | undefined {
  const doubled = stem.length > 3 && stem.at(-1) === stem.at(-2) ? known(stem.slice(0, -1)) : undefined;
  const base = (stem === "us" ? "use" : undefined) ?? known(`${stem}e`) ?? known(stem) ?? doubled;
  if (base !== undefined) return { base, form };
  // Any word with such an ending is a verb, even if the lexicon lacks its base.
  if (form === "ing" && /(?:str|th|r|k|w)$/u.test(stem)) return undefined;
  if (form === "s" || stem.length < 3 || !/[aeiouy]/u.test(stem)) return undefined;
  return { base: stem.length > 3 && stem.at(-1) === stem.at(-2) ? stem.slice(0, -1) : stem, form };
}

/** Tags every token with its part of speech, judging by the word itself and the word before it. */
export function tagWords(tokens: readonly TextToken[]): readonly Word[] {
  const tagged: Word[] = [];
  for (const [at, token] of tokens.entries()) tagged.push(tagAt(tokens, at, token, tagged[at - 1]));
  return tagged;
}

function tagAt(tokens: readonly TextToken[], at: number, token: TextToken, before: Word | undefined): Word {
  if (token.kind === "mark") return { ...token, part: "mark", canBeNoun: false };
  if (token.kind === "number") return { ...token, part: "number", canBeNoun: false };
  if (token.kind !== "word") return { ...token, part: "name", canBeNoun: true };
  const { word } = token;
  const closed = PART_BY_WORD.get(word);
  if (closed !== undefined) {
    return { ...token, part: closedPart(word, closed, tokens[at + 1]), canBeNoun: false };
  }
  if (["need", "needs", "needed"].includes(word)) {
    return {
      ...token,
      part: "verb",
      base: "need",
      form: word === "need" ? "base" : word === "needs" ? "s" : "ed",
      canBeNoun: false,
    };
  }
  // "double-quoted" and "self-documenting" are adjectives.
  const isJoined = word.includes("-") && /(?:ed|ing)$/u.test(word) && !isKnownVerb(word);
  if (isJoined) return { ...token, part: "adjective", canBeNoun: false };
  const verb = verbForm(word);
  const canBeNoun = NOUNS_OR_VERBS.has(word) || (verb?.form === "s" && NOUNS_OR_VERBS.has(verb.base));
  const isAdjective =
    NEGATIVE.has(word) ||
    ADJECTIVES.has(word) ||
    hasAdjectiveEnding(word) ||
    (verb === undefined && ADJECTIVES_OR_VERBS.has(word));
  const part = partFromContext(word, verb, canBeNoun, isAdjective, before);
  return { ...token, part, ...(verb === undefined ? {} : verb), canBeNoun };
}

const closedPart = (word: string, closed: PartOfSpeech, next: TextToken | undefined): PartOfSpeech => {
  // Without a noun after them, "that" and "this" are pronouns.
  if (closed !== "determiner" || !/^(?:this|that|these|those|both|some|all|any|more|less|no)$/u.test(word))
    return closed;
  return next === undefined ||
    next.kind === "mark" ||
    PART_BY_WORD.get(next.word) === "be" ||
    PART_BY_WORD.get(next.word) === "modal"
    ? "pronoun"
    : "determiner";
};

const hasAdjectiveEnding = (word: string): boolean =>
  word.length > 5 &&
  /(?:able|ible|ful|less|ous|ive|ical|ary|ant|ent)$/u.test(word) &&
  !/(?:ment|client|content|agent|component|event|tent|parent|variable|constant|table|directive|library|primary|summary|archive|boundary|dictionary|glossary|salary|commentary|subsidiary)$/u.test(
    word,
  );

function partFromContext(
  word: string,
  verb: VerbForm | undefined,
  canBeNoun: boolean,
  isAdjective: boolean,
  before: Word | undefined,
): PartOfSpeech {
  if (ADVERBS.has(word) || (word.length > 4 && word.endsWith("ly"))) return "adverb";
  const previous = before?.part;
  const follows = (...parts: readonly PartOfSpeech[]): boolean =>
    previous !== undefined && parts.includes(previous);
  if (isAdjective && (verb === undefined || follows("determiner", "be", "adverb"))) return "adjective";
  if (verb === undefined) return "noun";
  if (follows("modal", "do") || before?.word === "to" || before?.word === "us")
    return verb.form === "base" ? "verb" : "noun";
  if (follows("determiner", "adjective", "preposition", "number"))
    return verb.form === "ing" || verb.form === "ed" ? "verb" : "noun";
  if (canBeNoun && follows("noun", "name") && verb.form === "base") return "noun";
  return "verb";
}

/** "check" for "unchecked". */
export function undoneVerb({ kind, word }: TextToken): string | undefined {
  if (kind !== "word" || !word.startsWith("un") || !word.endsWith("ed") || NOT_LEFT_UNDONE.has(word))
    return undefined;
  const found = verbForm(word.slice(2));
  return found?.form === "ed" ? found.base : undefined;
}

const NOT_LEFT_UNDONE = wordSet(
  "unused unneeded unwanted unexpected unrelated unnoticed undetected unwarranted untouched unlimited united unbounded unchanged untrusted unsupported unstructured unauthorized undefined uninterested unprecedented",
);
