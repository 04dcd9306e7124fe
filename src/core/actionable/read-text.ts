import { maskText } from "./mask-text.ts";
import { type Sentence, splitSentences } from "./sentence.ts";
import { type Word, splitWords } from "./words.ts";

/** A text as the judgement sees it: words with their offsets, grouped into sentences. */
export interface ReadText {
  readonly words: readonly Word[];
  readonly sentences: readonly Sentence[];
}

/** Longer texts are judged by their beginning: a change not stated by then is not stated. */
const MAX_READ = 100_000;

export function readText(text: string): ReadText {
  const judged = text.length > MAX_READ ? text.slice(0, MAX_READ) : text;
  const words = splitWords(maskText(judged), judged);
  return { words, sentences: splitSentences(words) };
}
