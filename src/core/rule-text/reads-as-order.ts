import { wordSet } from "../text/word-set.ts";
import { readText, type CommentSentence, type CommentWord } from "../actionable/read-text.ts";
import {
  isFinite,
  isPreposition,
  opensObject,
  isChangeVerb,
  isVagueVerb,
} from "../actionable/word-classes.ts";
import lists from "./order-words.json" with { type: "json" };

/**
 * Whether a text starts like an order, whatever its verb: a word that can be a verb, followed by an object, without
 * another verb that would make the first word its subject. A condition may come first.
 */
function isOrderByShape(text: string): boolean {
  const { words, sentences } = readText(text);
  const [first] = sentences;
  if (first === undefined || first.question) return false;
  return startsOf(words, first).some((start) => opensOrder(text, words, start, first.to));
}

/** Where an order can start: at the first word, or after the comma that ends "In tests," or "When it fails,". */
function startsOf(words: readonly CommentWord[], sentence: CommentSentence): readonly number[] {
  const opening = words[sentence.from]!;
  if (!isPreposition(opening) && !CONDITIONS.has(opening.text)) return [sentence.from];
  return sentence.clauses.filter((clause) => /^[,:]$/.test(words[clause - 1]?.text ?? ""));
}

function opensOrder(text: string, words: readonly CommentWord[], start: number, end: number): boolean {
  const [word, next] = [words[start], start + 1 < end ? words[start + 1] : undefined];
  if (word === undefined || next === undefined || word.kind !== "word" || word.shouted) return false;
  if (word.text === "no") return isBan(words, start + 1, end);
  if (
    !canBeVerb(word.text) ||
    isName(text.slice(word.start, word.end)) ||
    isFinite(next) ||
    next.kind === "mark"
  )
    return false;
  return !hasOtherVerb(words, start + 1, end);
}

/** "TypeScript", "useEffect". */
const isName = (word: string): boolean => /.[A-Z]/.test(word);

/** "No wildcard imports." is a ban; "No idea" and "no tests were added" are statements. */
const isBan = (words: readonly CommentWord[], object: number, end: number): boolean =>
  !NOT_BANNED.has(words[object]!.text) && words[object]!.kind !== "mark" && !hasOtherVerb(words, object, end);

/** A finite verb before the clause ends, or a bare word with an object of its own: "deep imports break the build". */
function hasOtherVerb(words: readonly CommentWord[], from: number, end: number): boolean {
  for (let position = from; position < end; position += 1) {
    const word = words[position]!;
    if (isFinite(word)) return true;
    if (word.kind === "mark" || CLAUSES.has(word.text)) return false;
    const before = words[position - 1];
    const object = position + 1 < end ? words[position + 1] : undefined;
    const plain = word.kind === "word" && !isPreposition(word) && !opensObject(word) && !JOINS.has(word.text);
    if (
      plain &&
      position > from &&
      !isPreposition(before) &&
      !(before?.kind === "word" && opensObject(before)) &&
      ARTICLES.has(object?.text ?? "")
    )
      return true;
  }
  return false;
}

const canBeVerb = (word: string): boolean =>
  /^[a-z]{2,20}(?:-[a-z]{2,20})?$/.test(word) &&
  !OTHERS.has(word) &&
  (VERBS.has(word) || VERB_ENDING.test(word) || !OTHER_ENDING.test(word));

const VERB_ENDING = /(?:ise|ize|ify|ate|uce|ceive|olve|serve|[^aeiou]er[gv]e)$/;

/** Endings of plurals, participles, adverbs, nouns and adjectives. */
const OTHER_ENDING =
  /(?:[^s]s|ing|ed|ly|tion|sion|ment|ness|ity|ance|ence|ism|ship|ware|er|or|al|ous|ful|less|ive|able|ible|ic|ary|ory|age|ency|ancy|hood|ian)$/;

/** Verbs whose endings suggest otherwise. The others need no list. */
const VERBS = wordSet(lists.verbs);

const CONDITIONS = wordSet(
  "when whenever if unless while once during because since given inside outside within",
);
const CLAUSES = wordSet(
  "that which who whose what where when whenever how why because since if unless while so as than before after until and or but",
);
const JOINS = wordSet(
  "not only also just directly always never of against about among across around per without within towards toward onto inside outside during",
);
const ARTICLES = wordSet("the a an this these those its their your our my every each any all some");
const NOT_BANNED = wordSet(
  "idea problem worries need reason longer one comment comments more matter doubt wonder way",
);

/** Words that start a statement: function words, and technical nouns and adjectives that are not verbs. */
const OTHERS = wordSet(lists.others);

/** Openings that only an order has. */
const OPENS =
  /^\s{0,20}(?:always|never|do not|don['’]t|avoid|ensure|make sure|keep|prefer|use|treat|ignore|disregard|ask|run|(?:absolutely|strictly) (?:never|no))\b/i;

/** "Return type is wrong" starts with a verb but is a statement: a finite verb follows before any object. */
const STATES =
  /^[a-z-]+(?: [a-z-]+){0,2} (?:is|are|was|were|has|does|doesn['’]t|isn['’]t|looks|seems|should|must|fails?|breaks)\b/i;

/** A noun that is also a verb: "use of eval", "return type", "access to it". */
const NAMES =
  /^(?:use|call|access|reference|return|list|number|type|order|sort|end|test|name|log|format|check) (?:of|type|types|value|values|case|cases|annotations?|hints?|names?|messages?|level)\b|^(?:access|reference|call) to\b/i;

/** Whether a sentence tells somebody to do something. */
export const readsAsOrder = (text: string): boolean =>
  !NAMES.test(text) &&
  (OPENS.test(text) || (startsWithVerb(text) ? !STATES.test(text) : isOrderByShape(text)));

/** Whether it starts with a verb of change and continues. */
function startsWithVerb(text: string): boolean {
  const [, verb = ""] = /^([a-z-]{1,40})(?:\s|$)/i.exec(text) ?? [];
  const word = verb.toLowerCase();
  return (isChangeVerb(word) || isVagueVerb(word)) && /\s\S/.test(text);
}
