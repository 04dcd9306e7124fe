import { wordSet } from "../text/word-set.ts";
import lists from "./other-languages.json" with { type: "json" };
import { type Word, tagWords } from "./tagged-words.ts";
import { sentencesOf } from "./clauses.ts";
import { type ReadClause, readSentence } from "./read-sentence.ts";
import { soundsSarcastic } from "./implied-wishes.ts";
import { tokenize } from "./tokens.ts";
import { toWish } from "./to-wish.ts";
import type { RemarkReading, SpeechAct, SpeechActKind, Wish } from "./wish.ts";

const COMMON = Object.entries(lists).map(([language, list]) => ({
  language,
  words: wordSet(list),
}));
const LATIN = /^[\p{Script=Latin}'-]+$/u;

/**
 * Guesses whether a remark is English by its most common words. Short remarks count as English unless something
 * speaks against it.
 */
export function languageOf(words: readonly Word[]): "english" | "other" {
  const spoken = words.filter(({ kind }) => kind === "word").slice(0, 200);
  if (spoken.length === 0) return "english";
  if (spoken.filter(({ word }) => !LATIN.test(word)).length > spoken.length / 2) return "other";
  let english = 0;
  let other = 0;
  for (const { language, words: common } of COMMON) {
    const found = spoken.filter(({ word }) => common.has(word)).length;
    if (language === "english") english = found;
    else other = Math.max(other, found);
  }
  return other > english &&
    (other > 1 || spoken.length < 5 || spoken.some(({ word }) => /[äöüßéèêçñãõąęłżź]/u.test(word)))
    ? "other"
    : "english";
}

/** Extracts what a remark asks for. It never throws. */
export function readWishes(text: string): RemarkReading {
  const words = tagWords(tokenize(text));
  const wishes: Wish[] = [];
  const acts: SpeechAct[] = [];
  if (languageOf(words) === "other") return { language: "other", acts, wishes };
  let before: ReadClause | undefined;
  /** What "it" refers to. */
  let topic: readonly Word[] = [];
  for (const sentence of sentencesOf(words)) {
    // "oh great, another one" means the opposite, and does not say what is wanted.
    const isSarcastic = soundsSarcastic(sentence);
    for (const read of readSentence(sentence, before?.wish)) {
      const clause: ReadClause = isSarcastic ? { words: read.words } : read;
      const found =
        clause.wish === undefined
          ? undefined
          : toWish(clause.wish, topic, before?.wish?.act === "do" || before?.wish?.act === "replace", text);
      if (found === undefined) {
        const [first, last] = [clause.words[0]!, clause.words.at(-1)!];
        const kind = isSarcastic ? "reproaches" : sentence.end === "?" ? "asks" : "states";
        acts.push({ kind, start: first.start, end: last.end });
      } else {
        wishes.push(found.wish);
        acts.push({ kind: actOf(found.wish), start: found.wish.start, end: found.wish.end });
      }
      topic = found?.topic ?? topicOf(clause.words) ?? topic;
      before = clause;
    }
  }
  return { language: "english", acts, wishes };
}

/** The topic of a clause: its subject, or what it lacks. */
function topicOf(words: readonly Word[]): readonly Word[] | undefined {
  const lack = words.findIndex(({ word }) => word === "without");
  if (lack !== -1) {
    const lacked = words.slice(lack + 1, lack + 3).filter(isNaming);
    if (lacked.length > 0) return lacked;
  }
  // In "this prints the card number", the topic is the object.
  const points = words[0]?.part === "pronoun" && words[1]?.form === "s" ? 2 : 0;
  const from = words.findIndex(
    (word, at) => at >= points && isNaming(word) && (word.part !== "verb" || at === 0),
  );
  // "on the next line" continues the previous topic.
  if (from === -1 || words.slice(points, from).some(({ part }) => part === "preposition")) return undefined;
  let to = from + 1;
  while (to < words.length && isNaming(words[to]!) && words[to]!.form !== "s" && words[to]!.form !== "ed")
    to += 1;
  return words.slice(from, to);
}

const isNaming = ({ part, canBeNoun, form }: Word): boolean =>
  part === "noun" ||
  part === "name" ||
  (part === "adjective" && form === undefined) ||
  (part === "verb" && canBeNoun);

function actOf({ act, force }: Wish): SpeechActKind {
  if (act === "ask") return "asks";
  if (force === "reproach") return "reproaches";
  if (force === "statement") return "states";
  if (force === "request" || force === "hint") return "requests";
  return act === "avoid" ? "forbids" : "orders";
}
