const MAX_TEXT = 4_000;

/** The words of a text without case and punctuation. */
export const plainWords = (text: string): string =>
  text
    .slice(0, MAX_TEXT)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Whether all of these texts use the same words, in the same order. */
export function sameWords(texts: readonly string[]): boolean {
  const words = new Set(texts.map(plainWords));
  return words.size === 1 && !words.has("");
}
