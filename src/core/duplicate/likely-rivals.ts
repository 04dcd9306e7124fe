import { stem } from "../english/stem.ts";

/** The words of a text, reduced to their stems. */
export function wordsOf(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [word] of text
    .slice(0, MAX_READ)
    .toLowerCase()
    .matchAll(/[\p{L}\p{N}]{2,40}/gu))
    words.add(stem(word));
  return words;
}

const MAX_READ = 262_144;

/**
 * Which texts share most words with one, by how rare the words are among them; the best first, as indexes. A near-duplicate
 * shares most of its words, so that the rest need not be read by a model, which costs a thousand times as much.
 */
export function likelyRivals(
  words: ReadonlySet<string>,
  others: readonly ReadonlySet<string>[],
  most: number,
): readonly number[] {
  const holders = new Map<string, number>();
  for (const other of others) {
    for (const word of words) if (other.has(word)) holders.set(word, (holders.get(word) ?? 0) + 1);
  }
  const weightOf = (word: string): number =>
    Math.log(1 + (others.length + 1) / (1 + (holders.get(word) ?? 0)));
  return others
    .map((other, index) => {
      let shared = 0;
      for (const word of words) if (other.has(word)) shared += weightOf(word);
      return { index, shared };
    })
    .filter(({ shared }) => shared > 0)
    .toSorted((a, b) => b.shared - a.shared || a.index - b.index)
    .slice(0, most)
    .map(({ index }) => index);
}
