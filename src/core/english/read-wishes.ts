import { sentencesOf } from "./clauses.ts";
import { languageOf } from "./language.ts";
import { type ReadClause, readSentence } from "./read-sentence.ts";
import { tagWords, type Word } from "./tagged-words.ts";
import { tokensOf } from "./tokens.ts";
import { toWish } from "./to-wish.ts";
import type { RemarkReading, SpeechAct, SpeechActKind, Wish } from "./wish.ts";

/** Reads what a remark wants. Any text gives a reading; nothing is thrown. */
export function readWishes(text: string): RemarkReading {
  const words = tagWords(tokensOf(text));
  const wishes: Wish[] = [];
  const acts: SpeechAct[] = [];
  if (languageOf(words) === "other") return { language: "other", acts, wishes };
  let before: ReadClause | undefined;
  /** What "it" stands for. */
  let topic: readonly Word[] = [];
  for (const sentence of sentencesOf(words)) {
    for (const clause of readSentence(sentence, before?.wish)) {
      const found = clause.wish === undefined ? undefined : toWish(clause.wish, topic, text);
      if (found === undefined) {
        const [first, last] = [clause.words[0]!, clause.words.at(-1)!];
        acts.push({ kind: sentence.end === "?" ? "asks" : "states", start: first.start, end: last.end });
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

/** The first thing that a clause names. */
function topicOf(words: readonly Word[]): readonly Word[] | undefined {
  const from = words.findIndex(
    ({ part, word }) => part === "noun" || part === "name" || (part === "adjective" && word.length > 3),
  );
  if (from === -1) return undefined;
  let to = from;
  while (
    to < words.length &&
    (words[to]!.part === "noun" || words[to]!.part === "name" || words[to]!.part === "adjective")
  )
    to += 1;
  const without = words.findIndex(({ word }) => word === "without");
  return without === -1 || without + 1 >= words.length
    ? words.slice(from, to)
    : words.slice(without + 1, without + 3).filter(({ part }) => part === "noun" || part === "name");
}

function actOf({ act, force }: Wish): SpeechActKind {
  if (act === "ask") return "asks";
  if (force === "reproach") return "reproaches";
  if (force === "statement") return "states";
  if (force === "request" || force === "hint") return "requests";
  return act === "avoid" ? "forbids" : "orders";
}
