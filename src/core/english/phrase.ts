import { wordSet } from "../text/word-set.ts";
import { defined } from "../defined.ts";
import fillers from "./fillers.json" with { type: "json" };
import { stem } from "./stem.ts";
import { verbForm, type Word } from "./tagged-words.ts";
import type { WishPhrase } from "./wish.ts";

/** Words without a meaning of their own, which never become terms of a phrase. */
const STOP_WORDS = wordSet(
  "the a an this that these those it its them they there here all any some every each both other another such own same one ones thing things stuff way case place bit lot kind sort of to in on at by for from with into onto as than and or but nor so if when unless whenever where which who that is are was were be been being am has have had do does did not no never can could may might must shall should will would we you i he she us me my our your their always only just even also too very really quite rather more most much many less few fewer please instead use using used uses make makes making made add adding added adds put get let need needs needed want wants like new good better best proper properly correct correctly right sure something anything everything nothing about over under up out off again still now then back per via etc either",
);
const PRONOUNS = wordSet(
  "he she we you i this that these those it them they one ones such here there something thing things stuff everything anything so",
);
/** Nouns with which "this" names a lasting scope: "this repository". */
const LASTING = wordSet(
  "repository repo project codebase team company product package module folder directory app service monorepo org",
);

interface FillerTree {
  readonly ends: boolean;
  readonly next: Map<string, FillerTree>;
}
const tree = (phrases: readonly (readonly string[])[]): FillerTree => ({
  ends: phrases.some((phrase) => phrase.length === 0),
  next: new Map(
    [
      ...Map.groupBy(
        phrases.filter((phrase) => phrase.length > 0),
        (phrase) => phrase[0]!,
      ),
    ].map(([word, group]) => [word, tree(group.map((phrase) => phrase.slice(1)))]),
  ),
});
const LEADING = tree(fillers.leading.map((phrase) => phrase.split(" ")));
const TRAILING = tree(fillers.trailing.map((phrase) => phrase.split(" ").toReversed()));
const ANYWHERE = new Set(fillers.anywhere);

/** Counts the leading filler words: "nit, please also". */
export function leadingFillers(words: readonly Word[]): number {
  let at = 0;
  for (;;) {
    const length = fillerLength(LEADING, (step) => words[at + step]);
    if (length === 0 || (words[at]!.word === "no" && !isInterjection(words, at))) return at;
    if (words[at]!.word === "instead" && words[at + 1]?.word === "of") return at;
    at += length;
  }
}

/** "no" as an answer ("no, use X"), not as a negation of what follows. */
const isInterjection = (words: readonly Word[], at: number): boolean =>
  words[at + 1] === undefined || words[at + 1]!.part === "mark" || words[at + 1]!.word === "no";

function fillerLength(from: FillerTree, wordAt: (step: number) => Word | undefined): number {
  let here = from;
  let length = 0;
  for (let step = 0; ; step += 1) {
    const word = wordAt(step);
    const next = word?.kind === "word" ? here.next.get(word.word) : undefined;
    if (next === undefined) return length;
    if (next.ends) length = step + 1;
    here = next;
  }
}

/** Drops fillers at both ends, demonstratives, and courtesies anywhere. */
export function trimFillers(words: readonly Word[]): readonly Word[] {
  let from = leadingFillers(words);
  let to = words.length;
  for (;;) {
    const length = fillerLength(TRAILING, (step) =>
      to - 1 - step > from ? words[to - 1 - step] : undefined,
    );
    if (length > 0) to -= length;
    else if (to > from && words[to - 1]!.part === "mark") to -= 1;
    else break;
  }
  while (from < to && words[from]!.part === "mark") from += 1;
  const kept: Word[] = [];
  for (let at = from; at < to; at += 1) {
    const word = words[at]!;
    if (word.kind === "word" && ANYWHERE.has(word.word)) continue;
    if (word.kind === "name" && (word.word.startsWith("@") || word.word === "<link>")) continue;
    if (word.kind === "word" && PRONOUNS.has(word.word) && isDemonstrative(words, at, to)) continue;
    kept.push(word);
  }
  return kept;
}

/** "this null check" is a null check; "this repository" stays. */
function isDemonstrative(words: readonly Word[], at: number, to: number): boolean {
  const next = words[at + 1];
  if (at + 1 >= to || next === undefined) return false;
  if (words[at]!.part !== "determiner") return false;
  if (next.kind !== "word") return true;
  const isThing =
    next.part === "noun" || next.part === "adjective" || (next.part === "verb" && words[at]!.word !== "that");
  return isThing && !LASTING.has(next.word);
}

/** The words as they are written in the source. Omitted words leave a single space. */
export function textOfWords(words: readonly Word[], source: string): string {
  let text = "";
  let before: Word | undefined;
  for (const word of words) {
    if (before !== undefined && word.start === before.start) continue;
    const glued = before !== undefined && before.end === word.start;
    text +=
      (before === undefined || glued ? "" : gapBetween(before, word, source)) +
      source.slice(word.start, word.end);
    before = word;
  }
  return text;
}

const gapBetween = (before: Word, word: Word, source: string): string => {
  if (word.start < before.end) return " ";
  const gap = source.slice(before.end, word.start);
  return gap.length <= 3 && !/\p{L}/u.test(gap) ? gap.replaceAll(/\s+/gu, " ") : " ";
};

interface PhraseForm {
  /** The words name a thing, although the first one could be a verb. */
  readonly isThing?: boolean;
  /** A verb that the pattern implies: "add" for something that is missing. */
  readonly verb?: string;
}

/** Turns words into a phrase. Its verb is `form.verb`, or else the verb that the words start with. */
export function toPhrase(words: readonly Word[], source: string, form: PhraseForm = {}): WishPhrase {
  const kept = trimFillers(words);
  const text = textOfWords(kept, source);
  let at = 0;
  while (kept[at]?.part === "adverb" && kept[at + 1]?.form === "base") at += 1;
  const first = kept[at];
  const own =
    form.verb === undefined && form.isThing !== true && first !== undefined ? verbAtStart(first) : undefined;
  const verb = form.verb ?? own;
  const rest = own === undefined ? kept : trimFillers(kept.slice(at + 1));
  const thing = isOnlyPronouns(rest) ? "" : textOfWords(rest, source);
  return {
    text,
    ...defined({ verb }),
    thing,
    terms: termsOf(rest),
    names: rest
      .filter(({ kind }) => kind === "code" || kind === "quote" || kind === "name")
      .map((word) => source.slice(word.start, word.end)),
  };
}

function verbAtStart(word: Word): string | undefined {
  if (word.kind !== "word" || word.base === undefined)
    return ["be", "have", "do"].includes(word.word) ? word.word : undefined;
  return word.form === "base" || word.form === "ing" ? (verbForm(word.word)?.base ?? word.base) : undefined;
}

export const isOnlyPronouns = (words: readonly Word[]): boolean =>
  words.every(
    ({ kind, word }) =>
      kind === "mark" || (kind === "word" && (PRONOUNS.has(word) || word === "the" || word === "a")),
  );

/** "--profile" and "profile" have the same term. A word with a digit or an underscore is a name. */
const isPlainWord = (part: string, kind: Word["kind"]): boolean =>
  !STOP_WORDS.has(part) && (kind === "quote" || /^[a-z]{4,}$/u.test(part));

export function termsOf(words: readonly Word[]): readonly string[] {
  const terms = new Set<string>();
  for (const { kind, word } of words) {
    if (kind === "mark") continue;
    if (kind === "word") {
      if (!STOP_WORDS.has(word))
        for (const part of word.split("-"))
          if (part.length > 1 && !STOP_WORDS.has(part)) terms.add(stem(part));
    } else
      for (const part of word.toLowerCase().split(/[^\p{L}\p{N}_]+/u))
        if (part.length > 1) terms.add(isPlainWord(part, kind) ? stem(part) : part);
  }
  return [...terms];
}
