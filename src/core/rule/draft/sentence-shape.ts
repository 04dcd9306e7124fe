import { wordSet } from "../../text/word-set.ts";
import { isPart, canBeAdjective, tagWords, type Word } from "../../english/tagged-words.ts";
import { tokenize } from "../../english/tokens.ts";
import { isCountNoun, isPluralNoun } from "./word-forms.ts";

/** Verbs whose object is a thing and never a clause: "use returns a promise" is ungrammatical. */
const TAKES_THING = wordSet("use add prefer keep");
/** Words that open a clause, which has a verb of its own. */
const OPENS_CLAUSE = wordSet(
  "that which who whose whom what when where if unless whenever because before after until how why so while once since whether although though",
);
/** A verb must follow these words. */
const NEEDS_VERB = wordSet("what that which who");
const SUBJECTS = wordSet("you they it he she everyone nobody anyone someone");
/** Determiners that start an object: "catches all exceptions", but not "values such as ids". */
const OBJECT_STARTS = wordSet("the a an all any every each your its their this");
/** Verbs that are rarely plural nouns after a noun: "the connection stays open", "the job hangs forever". */
const STATES = wordSet(
  "stay run hang fail go come take make get look seem become remain break leak crash show keep throw",
);

/** Verbs that are rarely plural nouns because people do them: "finance wants one sheet". */
const WANTS = wordSet("want ask say think know cost cause");

/**
 * Whether every sentence of a draft is an order with a suitable object. "Use returns instead of connection stays
 * open" has statements in place of things, and "Add exactly what git status" is incomplete.
 */
export const isWellFormed = (text: string): boolean =>
  sentencesOf(tagWords(tokenize(text))).every((sentence) => isOrderOfThing(sentence));

function sentencesOf(words: readonly Word[]): readonly (readonly Word[])[] {
  const ends = words.flatMap(({ part, word }, at) => (part === "mark" && ENDS.has(word) ? [at] : []));
  return [...ends, words.length]
    .map((end, at) => words.slice(at === 0 ? 0 : ends[at - 1]! + 1, end))
    .filter(({ length }) => length > 0);
}

const ENDS: ReadonlySet<string> = new Set([".", ";", ":"]);

function isOrderOfThing(sentence: readonly Word[]): boolean {
  const at = orderAt(sentence);
  const order = sentence[at];
  const [object, instead] = halvesOf(sentence.slice(at + 1)).map(upToNextOrder);
  if (instead !== undefined && !isThing(instead)) return false;
  if (object === undefined || order?.base === undefined || !TAKES_THING.has(order.base)) return true;
  const bare = object.filter(({ word }) => word !== "only" && word !== "exactly");
  // "Add to the query" does not say what; "do not add to a list while …" is complete.
  if (at === 0 && order.base !== "keep" && startsWithPlace(bare)) return false;
  if (order.base !== "keep" && isOnlyQuality(sentence.slice(at + 1))) return false;
  return !isOtherOrder(bare) && isThing(object);
}

/** "Use cheerful instead of …": an adjective without a noun. */
const isOnlyQuality = ([first, next]: readonly Word[]): boolean =>
  first?.part === "adjective" &&
  !first.canBeNoun &&
  (next === undefined || next.word === "instead" || next.word === "whenever");

const startsWithPlace = ([first, next]: readonly Word[]): boolean =>
  first?.part === "preposition" && next?.word !== "most" && next?.word !== "least";

/** A comma, "but" or "and do not" starts something new. */
function upToNextOrder(words: readonly Word[]): readonly Word[] {
  const end = words.findIndex(
    ({ part, word }, at) =>
      part === "mark" || word === "but" || (part === "conjunction" && words[at + 1]?.part === "do"),
  );
  return end === -1 ? words : words.slice(0, end);
}

/** The index of the imperative verb: the first word, or after "do not", "never", "always" or "only". */
function orderAt(sentence: readonly Word[]): number {
  let at = 0;
  while (at < 3 && /^(?:do|not|never|always|only)$/.test(sentence[at]?.word ?? "")) at += 1;
  return at;
}

/** Splits at "instead of" or "rather than". */
function halvesOf(words: readonly Word[]): readonly (readonly Word[])[] {
  const at = words.findIndex(
    ({ word }, index) =>
      (word === "instead" && words[index + 1]?.word === "of") ||
      (word === "rather" && words[index + 1]?.word === "than"),
  );
  return at === -1 ? [words] : [words.slice(0, at), words.slice(at + 2)];
}

/** "Use generate the value": the object is itself an order. */
function isOtherOrder([first, next]: readonly Word[]): boolean {
  return (
    first?.kind === "word" &&
    first.form === "base" &&
    first.part === "verb" &&
    !first.canBeNoun &&
    !canBeAdjective(first.word) &&
    !isCountNoun(first.word) &&
    next?.part === "determiner"
  );
}

/** Whether words name a thing or an activity, without a finite verb outside of a complete clause. */
function isThing(words: readonly Word[]): boolean {
  const clause = words.findIndex((_, at) => opensClause(words, at));
  const main = clause === -1 ? words : words.slice(0, clause);
  if (main.some((_, at) => isFinite(words, at))) return false;
  return clause === -1 || isComplete(words.slice(clause));
}

function opensClause(words: readonly Word[], at: number): boolean {
  const { kind, word, part } = words[at]!;
  const [before, after] = [words[at - 1], words[at + 1]];
  if (kind !== "word") return false;
  if (before?.part === "preposition" && part !== "question") return false;
  // "files you change", "forms the language has"
  if (at > 0 && SUBJECTS.has(word)) return before?.part !== "verb" && after !== undefined;
  if (part === "determiner" && word === "the")
    return before?.part === "noun" || (before?.form === "s" && saysMore(words.slice(at)));
  return OPENS_CLAUSE.has(word) && (part !== "determiner" || at > 0);
}

/** "what git status" has no verb. */
function isComplete([opener, ...rest]: readonly Word[]): boolean {
  if (opener === undefined || !NEEDS_VERB.has(opener.word)) return true;
  return rest.some(
    ({ part, base, kind }) =>
      isPart(part, "be", "modal", "have", "do") || (kind === "word" && base !== undefined),
  );
}

/** Whether a word is a finite verb with the words before it as its subject. */
function isFinite(words: readonly Word[], at: number): boolean {
  const { part, form, canBeNoun, kind, word, base = "" } = words[at]!;
  const [before, after] = [words[at - 1], words[at + 1]];
  if (kind !== "word") return false;
  if (part === "modal") return true;
  if (isPart(part, "be", "have", "do")) return FINITE.test(word) && before?.part !== "preposition";
  if (part !== "verb" && part !== "noun") return false;
  const follows = before?.part === "noun" || before?.part === "name" || before?.form === "s";
  const hasObject = startsObject(words, at + 1);
  if (form === "s") {
    if (hasObject && (follows || before === undefined)) return true;
    if (STATES.has(base)) return follows && isQuality(after);
    if (WANTS.has(base)) return before !== undefined && after !== undefined;
    return !canBeNoun && !isCountNoun(base) && part === "verb" && after !== undefined && follows;
  }
  // "amounts need decimals"
  if (form === "base")
    return (
      part === "verb" &&
      !canBeNoun &&
      !canBeAdjective(word) &&
      after !== undefined &&
      before !== undefined &&
      before.kind === "word" &&
      (base === "need" ? before.part === "noun" || before.form === "s" : isPluralNoun(before.word))
    );
  // "the reader repeated the word" is a statement; "files generated by a tool" names files.
  return form === "ed" && hasObject && follows;
}

/** "being slow" and "having to wait" are activities, so these forms are not finite. */
const FINITE = /^(?:is|are|was|were|am|has|had|have|does|did)$/;

const isQuality = (word: Word | undefined): boolean =>
  word !== undefined && (word.part === "adjective" || word.part === "adverb" || canBeAdjective(word.word));

/** "catches all exceptions" has an object; "forms the language has" and "versions the same" do not. */
const startsObject = (words: readonly Word[], at: number): boolean =>
  words[at]?.part === "determiner" &&
  OBJECT_STARTS.has(words[at].word) &&
  words[at + 1]?.word !== "same" &&
  !saysMore(words.slice(at));

const saysMore = (words: readonly Word[]): boolean =>
  words.some(({ part }) => isPart(part, "have", "be", "modal"));
