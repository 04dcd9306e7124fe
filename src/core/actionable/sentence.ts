import type { Word } from "./words.ts";

/** A run of words that ends with a full stop, a question mark, a semicolon or a line of its own. */
export interface Sentence {
  readonly from: number;
  /** Not included; the closing mark is left out. */
  readonly to: number;
  readonly question: boolean;
  /** Positions where a clause can begin: the first word, and what follows a comma, a colon, a dash… */
  readonly clauses: readonly number[];
}

/** Splits words into sentences; every word but the closing marks lies in exactly one. */
export function splitSentences(words: readonly Word[]): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let from = 0;
  const close = (to: number, question: boolean): void => {
    if (to > from) sentences.push({ from, to, question, clauses: clauseStarts(words, from, to) });
  };
  for (let position = 0; position < words.length; position += 1) {
    const word = words[position]!;
    if (position > from && (startsNewSentence(words, position) || position - from >= MAX_WORDS)) {
      close(position, false);
      from = position;
    }
    if (word.kind === "mark" && CLOSING.has(word.text)) {
      close(position, isQuestion(words, position));
      from = position + 1;
    }
  }
  close(words.length, false);
  return sentences;
}

/** Nobody writes longer ones; the limit keeps what looks ahead within a sentence from adding up. */
const MAX_WORDS = 400;

const CLOSING: ReadonlySet<string> = new Set([".", "!", "?", ";", "…", "•"]);

/** "?!" and "??" are questions as well. */
function isQuestion(words: readonly Word[], position: number): boolean {
  for (let at = position; at < position + 3; at += 1) {
    const word = words[at];
    if (word === undefined || word.kind !== "mark" || !CLOSING.has(word.text)) return false;
    if (word.text === "?") return true;
  }
  return false;
}

/** A line that goes on in lower case is the same sentence, wrapped. */
function startsNewSentence(words: readonly Word[], position: number): boolean {
  const word = words[position]!;
  if (word.breaks === 2 || word.kind === "block" || word.kind === "suggestion") return true;
  if (words[position - 1]?.kind === "block" || words[position - 1]?.kind === "suggestion") return true;
  return word.breaks === 1 && (word.capital || word.kind !== "word");
}

function clauseStarts(words: readonly Word[], from: number, to: number): readonly number[] {
  const starts = [from];
  for (let position = from + 1; position < to; position += 1) {
    const before = words[position - 1]!;
    if (before.kind === "mark" ? BOUNDARY.has(before.text) : CONJUNCTIONS.has(before.text))
      starts.push(position);
  }
  return starts;
}

const BOUNDARY: ReadonlySet<string> = new Set([",", ":", "(", ")", "-", "–", "—", "]", "|"]);
const CONJUNCTIONS: ReadonlySet<string> = new Set(["so", "then", "but", "and", "otherwise"]);
