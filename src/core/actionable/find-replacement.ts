import type { Change } from "./change.ts";
import { isAskVerb, isChangeVerb, isVagueVerb } from "./change-verbs.ts";
import { createPhraseTable } from "./phrase-table.ts";
import type { Sentence } from "./sentence.ts";
import { isExact, isFinite, isPreposition, isPronoun, isVagueObject, opensObject } from "./word-classes.ts";
import type { Word } from "./words.ts";

/** Finds text that is given as the replacement itself: s/a/b/, a -> b, "x instead of y", bare code. */
export function findReplacements(words: readonly Word[], sentence: Sentence): readonly Change[] {
  const changes: Change[] = [];
  for (let position = sentence.from; position < sentence.to; position += 1) {
    if (isReplacementAt(words, position, sentence)) {
      changes.push({ force: "firm", form: "replacement", from: position, to: sentence.to });
      break;
    }
  }
  return changes;
}

const SHORT = 14;

function isReplacementAt(words: readonly Word[], position: number, sentence: Sentence): boolean {
  const word = words[position]!;
  if (word.kind === "substitution" || word.kind === "suggestion") return true;
  if (word.kind === "arrow") return sentence.to - sentence.from <= SHORT && position + 1 < sentence.to;
  if (INSTEAD.at(words, position) !== undefined) return isFragmentUpTo(words, position, sentence);
  if (word.text === "not") return isContrast(words, position, sentence);
  if (word.text === "no") return NO_MARK.at(words, position) !== undefined && !sentence.question;
  if (word.text === "please") return isClosingPlease(words, position, sentence);
  return NEEDS_EXACT.at(words, position) !== undefined;
}

/** "newline please": a thing and a request for it. */
function isClosingPlease(words: readonly Word[], position: number, sentence: Sentence): boolean {
  if (position + 1 < sentence.to || sentence.question) return false;
  const start = lastClause(sentence, position - 1);
  if (position - start < 1 || position - start > 8 || words.slice(start, position).some(isFinite))
    return false;
  return (
    words.slice(start, position).some(namesSomething) &&
    !isVagueVerb(words[start]?.text ?? "") &&
    !isAskVerb(words[start]?.text ?? "")
  );
}

const namesSomething = (word: Word): boolean =>
  isExact(word) || (word.kind === "word" && !isPronoun(word) && !isPreposition(word) && !opensObject(word));

const INSTEAD = createPhraseTable(["instead of", "rather than", "in place of"]);
const NEEDS_EXACT = createPhraseTable([
  "needs|need @code",
  "no @code",
  "should be|say|read @code",
  "( no|one|two|with|without|lower|upper|lowercase|uppercase|capital|singular|plural|missing|double|single",
]);
const NO_MARK = createPhraseTable([
  "no trailing|leading|extra|blank|empty|double|capital|new? space|spaces|newline|newlines|line|lines|comma|commas|period|semicolon|brace|braces|paren|parens|parenthesis|parentheses|brackets|quotes|hyphen|dash|apostrophe|underscore|underscores|tab|tabs|whitespace|capital|caps|colon|else|indent|indentation|linebreak|s|letters|letter|abbreviations|plural",
]);

/** "`List` instead of `ArrayList`" replaces; "this copies instead of moving" only describes. */
function isFragmentUpTo(words: readonly Word[], position: number, sentence: Sentence): boolean {
  const start = lastClause(sentence, position);
  if (position === start || isVagueObject(words, start, sentence.to)) return false;
  for (let at = start; at < position; at += 1)
    if (isFinite(words[at]) || SUBJECTS.has(words[at]?.text ?? "")) return false;
  const first = words[start];
  if (first?.kind === "word" && !isChangeVerb(first.text) && /(?:ing|s)$/.test(first.text)) return false;
  return words.slice(start, sentence.to).some(isExact) || position - start <= 4;
}

const SUBJECTS: ReadonlySet<string> = new Set("i we you they this that it he she these those".split(" "));

const lastClause = (sentence: Sentence, position: number): number =>
  sentence.clauses.findLast((start) => start <= position) ?? sentence.from;

/** "not x but y", and a short "x, not y" without a verb of its own. */
function isContrast(words: readonly Word[], position: number, sentence: Sentence): boolean {
  if (sentence.to - sentence.from > SHORT) return false;
  for (let at = sentence.from; at < sentence.to; at += 1) {
    if (isFinite(words[at]) || SUBJECTS.has(words[at]?.text ?? "")) return false;
  }
  const but = words.findIndex((word, at) => at > position && at < sentence.to && word.text === "but");
  // "spaces, not tabs": so short that both sides are the thing itself.
  const around = sentence.to - sentence.from <= 5 || words.slice(sentence.from, sentence.to).some(isExact);
  if (but > 0) return around;
  return around && position > sentence.from && words[position - 1]?.text === ",";
}

/** A whole comment that is nothing but the corrected code, word or keyword. */
export function isBareReplacement(words: readonly Word[]): boolean {
  const said = words.filter((word) => word.kind !== "mark" && !LABELS.has(word.text));
  if (said.length === 0 || said.length > 12) return false;
  if (words.some((word) => word.text === "@")) return false;
  const exact = said.filter(isExact);
  if (exact.length > 0 && said.every((word) => isExact(word) || FILLER.has(word.text))) {
    return exact.length === 1 || exact.some((word) => word.kind !== "block");
  }
  return said.length === 1 && KEYWORDS.has(said[0]?.text ?? "");
}

const LABELS: ReadonlySet<string> = new Set([
  "nit",
  "nits",
  "minor",
  "style",
  "suggestion",
  "i.e",
  "and",
  "or",
]);
const FILLER: ReadonlySet<string> = new Set(
  "here instead please too also as well in before after the a on at for with to from and or".split(" "),
);
const KEYWORDS: ReadonlySet<string> = new Set(
  "const final static private protected public constexpr override readonly noexcept explicit nullptr unsigned volatile inline async await internal".split(
    " ",
  ),
);
