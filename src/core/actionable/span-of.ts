import type { Span } from "./violation.ts";
import type { Word } from "./words.ts";

export interface PhraseInPlace {
  readonly phrase: string;
  readonly span: Span;
}

/** The phrase between two word positions, as written, with its offsets in the text. */
export function spanOf(
  text: string,
  words: readonly Word[],
  hit: { readonly from: number; readonly to: number },
): PhraseInPlace {
  const start = words[hit.from]?.start ?? 0;
  const end = words[hit.to - 1]?.end ?? start;
  return { phrase: text.slice(start, end), span: { start, end } };
}
