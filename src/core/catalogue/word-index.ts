import type { CatalogueEntry } from "./catalogue-entry.ts";

/** The share of a text's words that each entry contains, from 0 to 1; rare words count more. */
export type WordIndex = (text: string) => Float32Array;

/** Search queries are short. */
const MAX_WORDS = 60;
const MAX_READ = 20_000;

export function createWordIndex(entries: readonly CatalogueEntry[]): WordIndex {
  const holders = new Map<string, Set<number>>();
  for (const [at, { id, rule, rules, comments, fix }] of entries.entries()) {
    for (const word of wordsOf([id, rule, ...rules, ...comments, fix].join(" "))) {
      let held = holders.get(word);
      if (held === undefined) holders.set(word, (held = new Set()));
      held.add(at);
    }
  }
  const weightOf = (word: string): number =>
    Math.log(1 + entries.length / (1 + (holders.get(word)?.size ?? 0)));
  return (text) => {
    const words = [...wordsOf(text)].slice(0, MAX_WORDS);
    const shares = new Float32Array(entries.length);
    const all = words.reduce((sum, word) => sum + weightOf(word), 0);
    for (const word of words) {
      const weight = weightOf(word) / all;
      for (const at of holders.get(word) ?? []) shares[at]! += weight;
    }
    return shares;
  };
}

/** Words without common endings, without duplicates. */
function wordsOf(text: string): ReadonlySet<string> {
  const found =
    text
      .slice(0, MAX_READ)
      .toLowerCase()
      .match(/\p{L}{3,40}/gu) ?? [];
  return new Set(found.map((word) => (word.length > 4 ? word.replace(/(?:ing|ed|es|s|ly)$/, "") : word)));
}
