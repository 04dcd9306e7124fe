import type { Word } from "./tagged-words.ts";

export interface SaidSentence {
  readonly words: readonly Word[];
  /** The mark that ends it, or nothing. */
  readonly end: string;
}

const ENDS = new Set([".", "?", "!", ";"]);
const MOST_WORDS = 60;

/** The sentences that the speaker says: lines that quote somebody, and long ones, are left out. */
export function sentencesIn(words: readonly Word[], text: string): readonly SaidSentence[] {
  const sentences: SaidSentence[] = [];
  let from = 0;
  for (let at = 0; at <= words.length; at += 1) {
    const word = words[at];
    const isMark = word?.part === "mark" && ENDS.has(word.word);
    const isBroken =
      at > from && word !== undefined && text.slice(words[at - 1]!.end, word.start).includes("\n");
    if (word !== undefined && !isMark && !isBroken) continue;
    const part = words.slice(from, at);
    if (part.length > 0 && part.length <= MOST_WORDS && !isQuotedLine(text, part[0]!.start)) {
      sentences.push({ words: part, end: isMark ? word.word : "" });
    }
    from = isMark ? at + 1 : at;
  }
  return sentences;
}

/** "> never do this": a line of somebody else. */
function isQuotedLine(text: string, start: number): boolean {
  const line = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  return line.trimStart().startsWith(">");
}
