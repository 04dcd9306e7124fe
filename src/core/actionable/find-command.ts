import { wordSet } from "../text/word-set.ts";
import { type Change, type ChangeForce, createPhraseTable } from "./phrase-table.ts";
import {
  isAskVerb,
  isChangeGerund,
  isChangeVerb,
  isNounLike,
  isTitleLike,
  isVagueVerb,
  hasContent,
  isExact,
  isFinite,
  isPreposition,
  isVagueObject,
  namesOnlyQuality,
  opensObject,
} from "./word-classes.ts";
import { readsAsImperative } from "./reads-as-imperative.ts";
import type { CommentSentence, CommentWord } from "./read-text.ts";

/** Finds commands ("rename it to x"), prohibitions ("don't log it") and requests ("could you …"). */
export function findCommands(words: readonly CommentWord[], sentence: CommentSentence): readonly Change[] {
  const changes: Change[] = [];
  for (const [index, start] of sentence.clauses.entries()) {
    const end = clauseEnd(sentence, index);
    const change = commandAt(words, start, end, sentence);
    if (change !== undefined) changes.push(change);
  }
  return changes;
}

const clauseEnd = (sentence: CommentSentence, index: number): number =>
  sentence.clauses[index + 1] ?? sentence.to;

const LEAD_INS =
  wordSet(`also and but so then or please just simply instead here now again ok okay nit nits nitpick minor style suggestion first second
  third finally otherwise rather better alternatively optionally additionally similarly likewise maybe perhaps possibly
  probably either at least nitpicking trivial important blocking todo kindly always only fix hmm well yeah oh simply therefore
  thus hence still actually immediately`);

const REQUESTS = createPhraseTable([
  "can|could|would|will|can't|couldn't you|we|u please? also|just|maybe|perhaps|possibly|at|instead|simply|not? least?",
  "can|could i|we ask|get|trouble you to",
  "would|do you mind",
  "mind",
  "let's not|also|just|instead|please|simply|at? least?",
  "let|lets us not|also|just|instead|please|simply|at? least?",
  "would you be so kind to|and",
  "would|will|are|were you|we be? able to",
  "please",
  "suggest|recommend|propose|advise",
  "i|we|i'd|would would|do|strongly|also|really|rather|still? suggest|recommend|propose|advise|rather|prefer",
  "i'd suggest|recommend|propose|advise|rather|prefer also|strongly?",
  "it|is it's|is strongly|highly? recommended|advisable|advised|suggested|preferred to",
  "you|we|one can|could|may also|just|simply|safely|easily|always|instead|probably|then|even|now|still|directly|instead? just?",
  "i'd also|just|simply|personally|rather|still|probably?",
  "i would also|just|simply|personally|rather|still|probably?",
  "make|be sure to|that|you|we|the|this|it|all?",
  "remember|need|needs|don't|not forget? to",
  "want you? to",
  "want|wanted|like|love you|us to",
  "any chance you|we could|can",
]);

const PROHIBITIONS = createPhraseTable([
  "do not|never ever|just|also|simply|blindly?",
  "don't ever|just|also|simply|blindly|silently|directly?",
  "never ever|just?",
  "no longer?",
  "stop",
]);

function commandAt(
  words: readonly CommentWord[],
  start: number,
  end: number,
  sentence: CommentSentence,
): Change | undefined {
  let position = start;
  while (position < end && isLeadIn(words, position, end)) position += 1;
  if (continuesStatement(words, start, position, sentence)) return undefined;
  const request = REQUESTS.at(words, position);
  if (request !== undefined && request.to < sentence.to) {
    return fromRequest(words, position, request.to, sentence, request.phrase);
  }
  const prohibition = PROHIBITIONS.at(words, position);
  if (prohibition !== undefined && prohibition.to < end)
    return fromProhibition(words, position, prohibition.to, end);
  const force = verbForce(words, position, end, sentence);
  return force === undefined ? undefined : { force, form: "command", from: position, to: end };
}

/** "is used to fetch and store it" continues an infinitive; "check it and return it" continues an order. */
function continuesStatement(
  words: readonly CommentWord[],
  start: number,
  position: number,
  sentence: CommentSentence,
): boolean {
  if (words[start - 1]?.text !== "and" || position !== start || start - 1 <= sentence.from) return false;
  return !afterMark(words, start - 1) && !isChangeVerb(words[sentence.from]?.text ?? "");
}

const afterMark = (words: readonly CommentWord[], position: number): boolean =>
  words[position - 1]?.kind === "mark";

function isLeadIn(words: readonly CommentWord[], position: number, end: number): boolean {
  const word = words[position]!;
  if (word.kind === "mark") return true;
  if (word.kind !== "word" || !LEAD_INS.has(word.text) || position + 1 >= end) return false;
  // "please" belongs to the table of requests. "fix" only leads in before a mark.
  if (word.text === "please" || word.text === "let's") return false;
  if (word.text === "fix") return words[position + 1]?.kind === "mark";
  return true;
}

function fromRequest(
  words: readonly CommentWord[],
  from: number,
  verb: number,
  sentence: CommentSentence,
  phrase: string,
): Change | undefined {
  const asked = phrase.startsWith("can|could|would");
  const word = words[verb]!;
  const of = (force: ChangeForce): Change => ({ force, form: "request", from, to: sentence.to });
  if (phrase.startsWith("make|be sure") || phrase.startsWith("remember")) {
    return of(
      isVagueObject(words, verb, sentence.to) || !hasContent(words, verb, sentence.to) ? "vague" : "firm",
    );
  }
  if (word.kind !== "word") return isExact(word) ? of("firm") : undefined;
  if (
    phrase.startsWith("you|we") &&
    words.slice(verb, sentence.to).some((later) => DEFERRING.has(later.text))
  ) {
    return undefined;
  }
  const force = verbForce(words, verb, sentence.to, sentence, true);
  if (force !== undefined) return of(force);
  if (isChangeGerund(word.text)) return of(isVagueObject(words, verb + 1, sentence.to) ? "vague" : "firm");
  if (phrase === "please") {
    if (isAskVerb(word.text) || NOT_A_CHANGE.has(word.text)) return undefined;
    return of(hasContent(words, verb + 1, sentence.to) ? "firm" : "vague");
  }
  if (isAskVerb(word.text) || isVagueVerb(word.text)) return undefined;
  // An unknown verb after "could you" is still something to do; after "we" it may be anything.
  if (asked && words[from + 1]?.text === "you" && !NOT_A_CHANGE.has(word.text) && sentence.question) {
    return of(hasContent(words, verb + 1, sentence.to) ? "firm" : "vague");
  }
  if (phrase.includes("suggest") || phrase.includes("prefer")) {
    return hasContent(words, verb, sentence.to) && !isFinite(word) ? of("firm") : undefined;
  }
  return undefined;
}

const DEFERRING = wordSet("later follow-up followup future next someday eventually");

const NOT_A_CHANGE = wordSet(
  "see look take ignore let refer find be assume guarantee get have do rely know trust ever really expect help live tell imagine think give disregard merge ping feel remember note bear correct double",
);

function fromProhibition(
  words: readonly CommentWord[],
  from: number,
  verb: number,
  end: number,
): Change | undefined {
  const first = words[from]!;
  const word = words[verb]!;
  const of = (force: ChangeForce): Change => ({ force, form: "prohibition", from, to: end });
  if (first.text === "no") return undefined;
  if (first.text === "stop") return word.text.endsWith("ing") ? of("firm") : undefined;
  if (word.kind !== "word") return of("firm");
  // "don't know", "never happens" and "don't we need" are statements or questions, not prohibitions.
  if (NOT_PROHIBITED.has(word.text)) return undefined;
  if (first.text === "never" && !isChangeVerb(word.text)) return undefined;
  return of("firm");
}

const NOT_PROHIBITED = wordSet(
  "know think see understand like get we you they i these those worry mind have remember care believe agree want need feel find really you're quite fully the this it he she",
);

/** The force of an imperative, or undefined if the word is not one. */
function verbForce(
  words: readonly CommentWord[],
  position: number,
  end: number,
  sentence: CommentSentence,
  certain = false,
): ChangeForce | undefined {
  const word = words[position];
  if (word === undefined || word.kind !== "word") return undefined;
  const verb = word.text;
  if (word.shouted) return undefined;
  if (!isChangeVerb(verb) && !isVagueVerb(verb)) {
    if (isAskVerb(verb) || NOT_A_CHANGE.has(verb) || !readsAsImperative(words, position, sentence))
      return undefined;
    return isVagueObject(words, position + 1, end) ? "vague" : "firm";
  }
  if (!certain && !readsAsVerb(words, position, end, sentence)) return undefined;
  if (NOT_AN_ORDER.at(words, position) !== undefined) return undefined;
  if (isAskVerb(verb) && asksOnly(words, position, end)) return undefined;
  if (isVagueVerb(verb)) return vagueVerbForce(words, position, sentence);
  if (verb === "make" && namesOnlyQuality(words, position + 1, sentence.to)) return "vague";
  if (verb === "do" && !hasContent(words, position + 1, sentence.to)) return "vague";
  return isVagueObject(words, position + 1, end) && !hasContent(words, end, sentence.to) ? "vague" : "firm";
}

const NOT_AN_ORDER = createPhraseTable([
  "note that|the|also|this|how|:|to",
  "take a? another? look|care|it|note|over",
  "have a|to|you|we|they|not|fun|been|no|only|i",
  "do you|we|they|i|these|those|the|any|people|it|that",
  "give me",
  "give it|this a some? try|shot|go|thought",
  "go ahead|on|for|figure|with",
  "keep it|up|in|on|going|me|an mind|eye|posted|going",
  "tell me|us",
  "let me|us|him|them|you|alone",
  "let it|this|that be|go|slide|stand|pass|sink|rest",
  "say that|it|you|we|no|more",
  "get it|that|rid? of?",
  "expect that|this|it|to",
  "try again",
  "wait for|until|a|what|,|why|-|,",
  "leave a? comment",
  "find it|this|that",
  "run into",
  "time to",
  "point taken",
  "sort of",
  "type of",
  "kind of",
  "use of|case|cases",
  "end of",
  "order of",
  "return value|type|code|values|types is|are|should|isn't|of|was|looks",
  "test fails|failed|failure|failures|is|was",
  "call to|me",
  "calls to",
  "check out|in",
  "fall back",
  "number of",
  "list of",
  "reference to",
  "access to",
  "need|needs|need to",
  "does",
  "commit message|messages|is",
  "like|same|as above|before|here",
  "show off",
  "like that|this",
  "read|reading as|like",
  "follow up|ups",
  "ship it",
]);

function readsAsVerb(
  words: readonly CommentWord[],
  position: number,
  end: number,
  sentence: CommentSentence,
): boolean {
  const next = position + 1 < end ? words[position + 1] : undefined;
  const nounLike = isNounLike(words[position]!.text);
  if (next === undefined || next.kind === "mark") {
    return !nounLike && (next === undefined || OPENING.has(next.text));
  }
  if (isFinite(next) && next.text !== "do") return false;
  if (opensObject(next) || FREE_RELATIVES.has(next.text)) return true;
  if ((next.text === "or" || next.text === "and") && isChangeVerb(words[position + 2]?.text ?? ""))
    return true;
  if (!nounLike)
    return isPreposition(next) || !hasFiniteSoon(words, position + 1, Math.min(end, position + 3));
  if (isPreposition(next)) return !hasFiniteSoon(words, position + 2, end);
  // Inside a sentence, "(access control)" and ", test names" are usually things, not orders.
  if (position > sentence.from && words[position - 1]?.text !== ":") return false;
  if (isTitleLike(words[position]!.text) && !PLURAL.test(next.text)) return false;
  // "sort imports" is an order, "flag argument" names a thing.
  if (end - position === 2) return !sentence.question && PLURAL.test(next.text);
  return !hasFiniteSoon(words, position + 1, end);
}

/** "Rethrow what is not a timeout": the clause is the object of the verb. */
const FREE_RELATIVES = wordSet("what whatever whichever whoever whatsoever");
const OPENING: ReadonlySet<string> = new Set(["(", ":", "-", "–", "—", "<", "[", '"']);
const PLURAL = /[^siu]s$/;

/** In "Return type is wrong", the finite verb makes the first word part of its subject. */
function hasFiniteSoon(words: readonly CommentWord[], from: number, to: number): boolean {
  for (let position = from; position < to; position += 1) {
    const word = words[position]!;
    if (isFinite(word)) return true;
    if (opensObject(word) || isPreposition(word) || SUBORDINATES.has(word.text)) return false;
  }
  return false;
}

const SUBORDINATES = wordSet("that which who because since if when where as so unless while");

/** "check for null before the call" is a change; "please check" and "verify that it works" are not. */
function asksOnly(words: readonly CommentWord[], position: number, end: number): boolean {
  const verb = words[position]!.text;
  const next = words[position + 1];
  if (position + 1 >= end || next === undefined) return true;
  if (words.slice(position, end).some((word) => word.text === "instead")) return false;
  if (verb === "check")
    return isPronounOnly(words, position + 1, end) || next.text === "that" || next.text === "with";
  if (verb === "describe" || verb === "comment") return isPronounOnly(words, position + 1, end);
  if (verb === "expand") return false;
  if (verb === "say") return !words.slice(position, end).some(isExact);
  if (verb === "point") return next.text === "out";
  return true;
}

const isPronounOnly = (words: readonly CommentWord[], from: number, to: number): boolean =>
  !hasContent(words, from, to);

/** In "simplify to `x`", "refactor into two classes" and "fix the typo", the rest says which change. */
function vagueVerbForce(
  words: readonly CommentWord[],
  position: number,
  sentence: CommentSentence,
): ChangeForce {
  for (let at = position + 1; at < sentence.to; at += 1) {
    const word = words[at]!;
    if (FIXABLE.has(word.text)) return "firm";
    const next = words[at + 1];
    if (next === undefined || at + 1 >= sentence.to) break;
    if (CONCRETE_TAIL.has(word.text) && !isVagueObject(words, at + 1, sentence.to)) {
      if (isExact(next) || word.text !== "to")
        return word.text === "with" && !hasContent(words, at + 1, sentence.to) ? "vague" : "firm";
      if (isChangeVerb(next.text) && !PURPOSE.has(next.text)) return "firm";
    }
  }
  return "vague";
}

const FIXABLE = wordSet(
  "typo typos spelling indentation indent alignment whitespace grammar capitalization capitalisation punctuation spacing copyright imports",
);
const CONCRETE_TAIL = wordSet("to into by using via like as with");
const PURPOSE = wordSet(
  "reduce avoid make ensure prevent allow increase keep be match follow get lower limit handle cover",
);
