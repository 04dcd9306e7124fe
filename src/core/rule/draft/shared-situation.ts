import { wordSet } from "../../text/word-set.ts";
import { termsOf, textOfWords } from "../../english/phrase.ts";
import { isPart, tagWords, type Word } from "../../english/tagged-words.ts";
import { tokenize } from "../../english/tokens.ts";
import { instanceNames } from "./instance-names.ts";
import type { ReadRemarks } from "./read-remarks.ts";
import { textTerms } from "./draft.ts";
import { isCountNoun } from "./word-forms.ts";

/** The situation that all remarks but one mention, if at least two phrase it as one: "for money … in money columns". */
export interface Situation {
  /** As in a remark. */
  readonly text: string;
  /** The stem of its noun. */
  readonly term: string;
}

const OPENERS = wordSet("for in on during inside");
/** In "no need for axios" and "ask for a review", no situation follows. */
const GOVERNS = wordSet(
  "need reason use ask wait look call time place room way case excuse point rest stick work wrong as account allow",
);
const MAX_WORDS = 4;

/** The situation that all remarks but one speak of, if at least two put it as one: "for money … in money columns". */
export function sharedSituation({ all, support }: ReadRemarks): Situation | undefined {
  if (all.length < 2) return undefined;
  const least = Math.max(2, all.length - 1);
  const found = all.flatMap(({ remark }, at) =>
    phrasesOf(remark.text).flatMap((phrase) => {
      const [term, ...more] = termsOf(phrase.slice(-1));
      return term === undefined || more.length > 0 ? [] : [{ at, phrase, term, source: remark.text }];
    }),
  );
  const places = (wanted: string): number =>
    new Set(found.filter(({ term }) => term === wanted).map(({ at }) => at)).size;
  const isUnwanted = unwantedBy(all);
  return found
    .filter(
      ({ term, phrase, source }) =>
        support.of(term) >= least &&
        places(term) > 1 &&
        isKind(phrase) &&
        termsOf(phrase).every((each) => support.of(each) > 1) &&
        !isUnwanted(termsOf(phrase)) &&
        !instanceNames(phrase, source, support).includes(true),
    )
    .toSorted((a, b) => support.of(b.term) - support.of(a.term) || b.phrase.length - a.phrase.length)
    .map(({ phrase, source, term }) => ({ text: textOfWords(phrase, source), term }))[0];
}

const STARTS_WITH_PLACE = /^(?:for|in|on|during|inside) /i;

/** Whether a phrase names something unwanted: a rule against watch mode must not end in "in watch mode". */
function unwantedBy(all: ReadRemarks["all"]): (terms: readonly string[]) => boolean {
  const phrases = all.flatMap(({ reading, implied }) =>
    [...reading.wishes, ...implied]
      .flatMap(({ act, what, insteadOf }) => [act === "avoid" ? what : undefined, insteadOf])
      .flatMap((phrase) =>
        phrase === undefined || STARTS_WITH_PLACE.test(phrase.thing) ? [] : [phrase.terms],
      ),
  );
  return (terms) =>
    phrases.some(
      (each) => each.length > 0 && (each.every((term) => terms.includes(term)) || terms.includes(each[0]!)),
    );
}

/** "for money", "in tests" and "in the tests" are grammatical; "for buffer" is not. */
const isKind = (phrase: readonly Word[]): boolean =>
  phrase[1]!.part === "determiner" || !isCountNoun(phrase.at(-1)!.word);

const phrasesOf = (text: string): readonly (readonly Word[])[] => {
  const words = tagWords(tokenize(text));
  return [...words.keys()].flatMap((at) => {
    const phrase = phraseAt(words, at);
    return phrase === undefined ? [] : [phrase];
  });
};

/** A preposition with the thing that follows it: "in the checkout tests". */
function phraseAt(words: readonly Word[], at: number): readonly Word[] | undefined {
  const { kind, word } = words[at]!;
  const before = words[at - 1];
  if (kind !== "word" || !OPENERS.has(word)) return undefined;
  if (before !== undefined && (before.part === "preposition" || GOVERNS.has(before.base ?? before.word)))
    return undefined;
  let end = at + 1;
  if (words[end]?.part === "determiner" && /^(?:the|a|an|all|every)$/.test(words[end]!.word)) end += 1;
  const from = end;
  while (end < words.length && end - from < MAX_WORDS && isPartOfThing(words[end]!)) end += 1;
  const next = words[end];
  const ends =
    next === undefined || next.part === "mark" || next.part === "conjunction" || next.kind !== "word";
  const head = words[end - 1];
  if (end === from || head === undefined || head.kind !== "word") return undefined;
  const isThing = head.part === "noun" || (head.part === "verb" && head.canBeNoun);
  return isThing && (ends || isFollowedByVerb(next)) ? words.slice(at, end) : undefined;
}

const isPartOfThing = ({ kind, part, canBeNoun }: Word): boolean =>
  kind === "word" && (part === "noun" || part === "adjective" || (part === "verb" && canBeNoun));

/** "float for money loses cents", "in tests use fixtures". */
const isFollowedByVerb = ({ part }: Word): boolean =>
  isPart(part, "verb", "be", "modal", "adverb", "preposition");

const HAS_PLACE = / (?:for|in|on|during|inside|when|where|if|unless|before|after|at|to|with|only|under) /;

/** Appends the situation to a draft; undefined if it already mentions it or another one. */
export function appendSituation(text: string, { text: situation, term }: Situation): string | undefined {
  if (HAS_PLACE.test(text) || !text.endsWith(".") || textTerms(text).includes(term)) return undefined;
  return `${text.slice(0, -1)} ${situation}.`;
}
