import { wordSet } from "../text/word-set.ts";
import { readText, type CommentSentence, type CommentWord } from "../actionable/read-text.ts";
import {
  isFinite,
  isPreposition,
  opensObject,
  isChangeVerb,
  isVagueVerb,
} from "../actionable/word-classes.ts";

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
const VERBS = wordSet(`
  access address advance allocate answer apply archive assess balance bias bring buffer bypass cancel comment complement comply
  compress configure consider consult cover cross debounce decrement deliver derive discover discuss dismiss document drive
  embed enhance enter exceed experiment express factor feed filter give guess honor implement increment infer leave mention
  mirror miss model monitor move multiply offer order partition pass position possess prefer press proceed process question
  recover refactor refer reference register rely remember remove render reply reveal save seal seed sequence shed
  signal silence sort string supply suppress total transfer trigger
`);

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
const OTHERS = wordSet(`
  the a an this that these those it its their his her your our my all any each every some both either neither one two three many
  much few several most more less no none such another other same whole entire everything nothing something anything i you we he
  she they us them who what which when where why how whether if unless because since although though while as than and or but so
  yet for from to into with in on out up off at by before after over between through down away back via under above below
  until about against across along among around behind beside beyond despite during except inside like near of onto outside
  per since than throughout toward within without is are was were be been am do does did has have had can could will would shall
  should may might must not very too also just still again already maybe perhaps often sometimes here there then now thus
  hence however instead otherwise rather quite only even yes ok okay thank thanks please bare broad sorry great good nice bad better best poor
  wrong right correct incorrect fine new old big small long short large high low deep dead dirty weird odd strange ugly hacky
  magic hard soft raw plain pure main full extra huge tiny slow fast heavy thin wide strict loose weak strong clever naive smart
  dumb stale fresh unsafe safe risky unclear obsolete redundant unnecessary obscure missing duplicate similar different unique
  typo nit memory code data database schema table row column class method function variable constant module package library
  framework file folder path directory string integer boolean array object dict tuple enum interface struct thread
  race condition conditions deadlock leak loophole bug error exception warning failure issue problem mistake edge corner
  user client server session token password secret key value field member property parameter argument name identifier
  keyword syntax type types logic algorithm performance security style naming design architecture api sql html css json yaml
  xml http url dom ui ux ci cd pr image icon button page screen view component template config environment
  dependency license version release production staging bool int float callback promise async await lambda closure
  regex pattern unit coverage assertion fixture docstring documentation readme header footer comment reviewer team
  project company policy agent developer author people nobody somebody everybody everyone someone anyone half part kind
  sort lots bunch number amount case time day week month year today yesterday tomorrow work stuff thing side effect
  god null undefined nil true false backwards backward forward upward legacy third-party line-length whitespace indent tab
  space semicolon bracket brace paren newline camel snake kebab pascal upper lower title sentence word text prose copy
  looks seems feels sounds first second third last next previous current final total overall
`);

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
