import { wordSet } from "../text/word-set.ts";
import { type Change, type ChangeForce, createPhraseTable } from "./phrase-table.ts";
import {
  isChangeGerund,
  isChangeParticiple,
  isChangeVerb,
  isVagueParticiple,
  isVagueVerb,
  hasContent,
  isExact,
  isVagueObject,
  isAskVerb,
  isFinite,
  isPreposition,
  isPronoun,
  opensObject,
} from "./word-classes.ts";
import type { CommentSentence, CommentWord } from "./read-text.ts";

/**
 * Finds changes that are offered rather than ordered: "could be written as x", "why not x?",
 * "how about x?", "shouldn't this be x?", "can this be private?".
 */
export function findOffers(words: readonly CommentWord[], sentence: CommentSentence): readonly Change[] {
  const changes: Change[] = [];
  for (let position = sentence.from; position < sentence.to; position += 1) {
    const change = passiveAt(words, position, sentence) ?? questionAt(words, position, sentence);
    if (change !== undefined) changes.push(change);
  }
  return changes;
}

const ABLE = wordSet("can could may can't couldn't");
const MODIFIERS = wordSet(
  "private public protected static final const constexpr readonly immutable volatile abstract virtual inline async local package-private optional nullable unsigned global lowercase uppercase lower-case upper-case noexcept",
);
const PASSIVE_SKIP = wordSet("just also simply easily safely now then instead all both probably maybe");

/** "can be removed", "could be simplified to x", and their questions "can this be x?". */
function passiveAt(
  words: readonly CommentWord[],
  position: number,
  sentence: CommentSentence,
): Change | undefined {
  if (!ABLE.has(words[position]?.text ?? "")) return undefined;
  const be = findBe(words, position + 1, Math.min(sentence.to, position + 7));
  if (be === undefined) return undefined;
  let at = be + 1;
  while (at < sentence.to && PASSIVE_SKIP.has(words[at]?.text ?? "")) at += 1;
  const word = words[at];
  if (word === undefined || at >= sentence.to) return undefined;
  const of = (force: ChangeForce): Change => ({ force, form: "offer", from: position, to: sentence.to });
  const inverted = be > position + 1 && sentence.question;
  if (MODIFIERS.has(word.text) || (word.text === "made" && MODIFIERS.has(words[at + 1]?.text ?? "")))
    return of("firm");
  if ((word.text === "a" || word.text === "an") && inverted)
    return hasContent(words, at + 1, sentence.to) ? of("firm") : undefined;
  // "could be `null`" is a warning; "could be `final`" is a proposal.
  if (isExact(word)) return STATES.test(word.exact) ? undefined : of("firm");
  if (NOT_CHANGED.has(word.text) && !(word.text === "written" && TARGET.has(words[at + 1]?.text ?? "")))
    return undefined;
  const exactAfter = words.slice(at + 1, sentence.to + 1).some(isExact);
  if (isVagueParticiple(word.text))
    return of(exactAfter && TARGET.has(words[at + 1]?.text ?? "") ? "firm" : "vague");
  if (!isChangeParticiple(word.text)) return undefined;
  return of(isVagueObject(words, at + 1, sentence.to) ? "vague" : "firm");
}

const STATES = /^(?:null|nil|none|undefined|nan|true|false|empty|nullptr|-?\d+|""|\[\]|\{\})$/i;
const TARGET = wordSet("to as into by with like using");
// "can be called twice" and "could be done" are descriptions.
const NOT_CHANGED = wordSet(
  "done called accessed used found read caught thrown returned null set called hit triggered reached seen expected created given detected evaluated executed taken made run started passed invoked opened allocated modified written",
);

function findBe(words: readonly CommentWord[], from: number, to: number): number | undefined {
  for (let position = from; position < to; position += 1) {
    const word = words[position]!;
    if (word.text === "be") return position;
    if (word.kind === "mark" || word.text === "not" || word.text === "ever" || word.text === "never")
      return undefined;
  }
  return undefined;
}

const hasInstead = (words: readonly CommentWord[], from: number, to: number): boolean =>
  words.slice(from, to).some((word) => word.text === "instead" || word.text === "rather");

const REMOVABLE = createPhraseTable(["can|could|may|should go|disappear away?"]);
const COULD_RATHER = createPhraseTable(["can|could|can't|couldn't|should this|it|that|these|those|the"]);
const SHOULD_BE = createPhraseTable([
  "should this|it|that|these|we not|just|also|really? be|use|say|return|read @code",
]);

const PROPOSING = createPhraseTable([
  "why not just|simply|also|instead|then|directly|always|at|even? least?",
  "why don't|doesn't|didn't|can't you|we|this|it just|simply|also|instead|rather|always|directly?",
  "how about just|simply|also|instead|we|if|you? we|you? just?",
  "what about just|simply?",
  "don't|doesn't|didn't you|we|this|it|that|these also|still|actually? need|want|have to",
  "shouldn't|mustn't",
  "isn't|aren't this|it|that|there|these|the supposed to",
  "can't|couldn't you|we|this|it|that|these just|simply|also|instead|directly?",
  "did|do you mean|meant|intend to?",
  "you mean|meant|want|wanted",
]);

function questionAt(
  words: readonly CommentWord[],
  position: number,
  sentence: CommentSentence,
): Change | undefined {
  const removable = REMOVABLE.at(words, position);
  if (removable !== undefined && (removable.to >= sentence.to || words[removable.to]?.kind === "mark")) {
    return { force: "firm", form: "offer", from: position, to: sentence.to };
  }
  if (SHOULD_BE.at(words, position) !== undefined) {
    return { force: "firm", form: "offer", from: position, to: sentence.to };
  }
  if (COULD_RATHER.at(words, position) !== undefined && hasInstead(words, position, sentence.to)) {
    return { force: "firm", form: "offer", from: position, to: sentence.to };
  }
  const hit = PROPOSING.at(words, position);
  if (hit === undefined || hit.to >= sentence.to) return undefined;
  const word = words[hit.to]!;
  const of = (force: ChangeForce): Change => ({ force, form: "offer", from: position, to: sentence.to });
  if (hit.phrase === "shouldn't|mustn't")
    return sentence.question ? negatedShould(words, hit.to, sentence, of) : undefined;
  if (hit.phrase.startsWith("did|do") || hit.phrase.startsWith("you mean"))
    return isExact(word) ? of("firm") : undefined;
  if (hit.phrase.startsWith("don't|doesn't") || hit.phrase.startsWith("isn't")) {
    return sentence.question && hasContent(words, hit.to, sentence.to) ? of("firm") : undefined;
  }
  if (isExact(word)) return of("firm");
  if (isVagueVerb(word.text)) return of("vague");
  if (isChangeVerb(word.text) || isChangeGerund(word.text) || word.text === "be") {
    return of(hasContent(words, hit.to + 1, sentence.to) ? "firm" : "vague");
  }
  if (hit.phrase.startsWith("what about")) return undefined;
  if (hit.phrase.startsWith("how about") || hit.phrase.startsWith("why not")) {
    return hasContent(words, hit.to, sentence.to) && sentence.to - hit.to >= 2 ? of("firm") : undefined;
  }
  return undefined;
}

function negatedShould(
  words: readonly CommentWord[],
  from: number,
  sentence: CommentSentence,
  of: (force: ChangeForce) => Change,
): Change | undefined {
  if (FINE.first(words, from, sentence.to) !== undefined || !hasContent(words, from, sentence.to))
    return undefined;
  return of("firm");
}

const FINE = createPhraseTable([
  "be fine|ok|okay|enough|possible|safe|sufficient|better",
  "work|matter|happen",
]);

/** Finds text that is itself the replacement: s/a/b/, a -> b, "x instead of y", bare code. */
export function findReplacements(
  words: readonly CommentWord[],
  sentence: CommentSentence,
): readonly Change[] {
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

function isReplacementAt(
  words: readonly CommentWord[],
  position: number,
  sentence: CommentSentence,
): boolean {
  const word = words[position]!;
  if (word.kind === "substitution" || word.kind === "suggestion") return true;
  if (word.kind === "arrow") return sentence.to - sentence.from <= SHORT && position + 1 < sentence.to;
  if (INSTEAD.at(words, position) !== undefined) return isFragmentUpTo(words, position, sentence);
  if (word.text === "not") return isContrast(words, position, sentence);
  if (word.text === "no") return NO_MARK.at(words, position) !== undefined && !sentence.question;
  if (word.text === "please") return isClosingPlease(words, position, sentence);
  return NEEDS_EXACT.at(words, position) !== undefined;
}

function isClosingPlease(
  words: readonly CommentWord[],
  position: number,
  sentence: CommentSentence,
): boolean {
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

const namesSomething = (word: CommentWord): boolean =>
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

/** "`List` instead of `ArrayList`" is a replacement; "this copies instead of moving" is a description. */
function isFragmentUpTo(words: readonly CommentWord[], position: number, sentence: CommentSentence): boolean {
  const start = lastClause(sentence, position);
  if (position === start || isVagueObject(words, start, sentence.to)) return false;
  for (let at = start; at < position; at += 1)
    if (isFinite(words[at]) || SUBJECTS.has(words[at]?.text ?? "")) return false;
  const first = words[start];
  if (first?.kind === "word" && !isChangeVerb(first.text) && /(?:ing|s)$/.test(first.text)) return false;
  return words.slice(start, sentence.to).some(isExact) || position - start <= 4;
}

const SUBJECTS = wordSet("i we you they this that it he she these those");

const lastClause = (sentence: CommentSentence, position: number): number =>
  sentence.clauses.findLast((start) => start <= position) ?? sentence.from;

/** "not x but y", or a short "x, not y" without a verb. */
function isContrast(words: readonly CommentWord[], position: number, sentence: CommentSentence): boolean {
  if (sentence.to - sentence.from > SHORT) return false;
  for (let at = sentence.from; at < sentence.to; at += 1) {
    if (isFinite(words[at]) || SUBJECTS.has(words[at]?.text ?? "")) return false;
  }
  const but = words.findIndex((word, at) => at > position && at < sentence.to && word.text === "but");
  // "spaces, not tabs" is so short that both sides must be things.
  const around = sentence.to - sentence.from <= 5 || words.slice(sentence.from, sentence.to).some(isExact);
  if (but > 0) return around;
  return around && position > sentence.from && words[position - 1]?.text === ",";
}

/** Whether a comment consists only of the corrected code, word or keyword. */
export function isBareReplacement(words: readonly CommentWord[]): boolean {
  const spoken = words.filter((word) => word.kind !== "mark" && !LABELS.has(word.text));
  if (spoken.length === 0 || spoken.length > 12) return false;
  if (words.some((word) => word.text === "@")) return false;
  const exact = spoken.filter(isExact);
  if (exact.length > 0 && spoken.every((word) => isExact(word) || FILLER.has(word.text))) {
    return exact.length === 1 || exact.some((word) => word.kind !== "block");
  }
  return spoken.length === 1 && KEYWORDS.has(spoken[0]?.text ?? "");
}

const LABELS = wordSet("nit nits minor style suggestion i.e and or");
const FILLER = wordSet(
  "here instead please too also as well in before after the a on at for with to from and or",
);
const KEYWORDS = wordSet(
  "const final static private protected public constexpr override readonly noexcept explicit nullptr unsigned volatile inline async await internal",
);
