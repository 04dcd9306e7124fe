import { wordSet } from "../text/word-set.ts";
import type { CommentSentence, CommentWord } from "./read-text.ts";
import { isFinite, isPreposition } from "./word-classes.ts";

/**
 * Whether an unlisted word reads as an order, as in "Hydrate the store before rendering". English puts a base form
 * before a determiner only in imperatives, so the word must open the sentence and be no inflected form and none of the few
 * other words that may stand there, and what follows must not be a statement ("Once the store is full").
 */
export function readsAsImperative(
  words: readonly CommentWord[],
  position: number,
  sentence: CommentSentence,
): boolean {
  const word = words[position];
  const next = words[position + 1];
  if (word === undefined || next === undefined || position + 2 >= sentence.to) return false;
  if (sentence.question || word.kind !== "word" || word.shouted || next.kind !== "word") return false;
  if (!ARTICLES.has(next.text) || !BASE_FORM.test(word.text) || INFLECTED.test(word.text)) return false;
  if (NOT_BASE_FORMS.has(word.text) || isFinite(word) || isPreposition(word)) return false;
  return opensSentence(words, position, sentence) && !statesSomething(words, position + 2, sentence.to);
}

const ARTICLES = wordSet("the a an these those each every its their your our both all any");
const BASE_FORM = /^[a-z]+(?:-[a-z]+)*$/;
/** "Breaks the build" and "Dropped the lock" say what happened; "Missing the lock" what is wrong. */
const INFLECTED = /(?:[^su]s|ing|[^e]ed|ly)$/;

/** Words other than verbs that come before a determiner, past forms, and verbs that say what somebody thinks. */
const NOT_BASE_FORMS = wordSet(`
  about across against along although among amid around because behind beneath beside besides beyond concerning considering despite
  during except inside like minus near next of onto opposite outside past per plus regarding round since than though throughout
  till toward towards underneath unless unlike upon versus whereas wherever whether while whilst within without worth
  and but or nor yet not also almost alone ago again already always even ever far hence however just maybe merely more most much never
  often once perhaps quite rather same seldom somehow soon still such then there thus today together too twice very well yesterday
  half double neither either nobody what who whose which why how yes no nope right wrong true agree agreed
  assume believe bet doubt feel guess hate hope imagine love miss suppose suspect think trust understand want wish wonder thank thanks
  became began broke built came cut did drew fell felt forgot found gave got grew had heard held hid hit kept knew left lost made meant
  met put quit ran read said sat saw sent shot shut slept spent stole swept swore took told tore understood went won wore wrote
  one two three four five six seven eight nine ten bro dude man mate hey hi hello
  cool ooh oh wow ouch nope sadly now later forget better best
  bug error fix issue problem question idea nit note todo warning`);

/** The first word, after a subordinate clause ("if it fails, hydrate the store"), or after a label ("nit: hydrate …"). */
function opensSentence(words: readonly CommentWord[], position: number, sentence: CommentSentence): boolean {
  const before = words[position - 1];
  if (position === sentence.from || before?.text === ":") return true;
  if (before?.text !== ",") return false;
  return SUBORDINATING.has(words[sentence.from]!.text) || position === sentence.from + 2;
}

const SUBORDINATING = wordSet("if when whenever before after once unless until while for in on to");

function statesSomething(words: readonly CommentWord[], from: number, to: number): boolean {
  for (let position = from; position < to; position += 1) {
    const word = words[position]!;
    if (isFinite(word)) return true;
    if (word.kind === "mark" || CLAUSE_OPENERS.has(word.text)) return false;
  }
  return false;
}

const CLAUSE_OPENERS = wordSet(
  "that which who whose because since if when where as so unless until while before after what whatever whichever how once and but or",
);
