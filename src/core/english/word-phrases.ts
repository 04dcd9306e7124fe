/**
 * Phrases over spelled-out words, as the tables write them: words with one space between; `a|b` is one of both, `a?` may
 * be left out, `<name>` is any word of a class, `$` is the end.
 */
export interface WordPhrases {
  /** Whether one of them begins at a word; answers how many words it takes, or 0. */
  readonly matchAt: (words: readonly string[], at: number) => number;
  readonly matchAnywhere: (words: readonly string[]) => boolean;
}

interface Slot {
  readonly words: ReadonlySet<string>;
  readonly optional: boolean;
}

const END = "$";

export function compilePhrases(
  phrases: readonly string[],
  classes: Readonly<Record<string, readonly string[]>> = {},
): WordPhrases {
  const compiled = phrases.map((phrase) => phrase.split(" ").map((slot) => toSlot(slot, classes)));
  /** By the first word, so that a text costs little however many phrases there are. */
  const byFirst = new Map<string, (readonly Slot[])[]>();
  for (const slots of compiled) {
    for (const word of firstWords(slots)) {
      const known = byFirst.get(word);
      if (known === undefined) byFirst.set(word, [slots]);
      else known.push(slots);
    }
  }
  const matchAt = (words: readonly string[], at: number): number => {
    const candidates = byFirst.get(words[at] ?? END) ?? [];
    return candidates.reduce((longest, slots) => Math.max(longest, take(slots, 0, words, at) - at), 0);
  };
  return { matchAt, matchAnywhere: (words) => words.some((_, at) => matchAt(words, at) > 0) };
}

function toSlot(source: string, classes: Readonly<Record<string, readonly string[]>>): Slot {
  const optional = source.endsWith("?");
  const words = (optional ? source.slice(0, -1) : source)
    .split("|")
    .flatMap((word) => (word.startsWith("<") ? (classes[word.slice(1, -1)] ?? []) : [word]));
  return { words: new Set(words), optional };
}

function firstWords(slots: readonly Slot[]): ReadonlySet<string> {
  const first = new Set<string>();
  for (const { words, optional } of slots) {
    for (const word of words) first.add(word);
    if (!optional) break;
  }
  return first;
}

/** The place after the phrase, or -1. Few slots are optional, so the ways to try are few. */
function take(slots: readonly Slot[], slot: number, words: readonly string[], at: number): number {
  const next = slots[slot];
  if (next === undefined) return at;
  const word = words[at];
  const fits = word === undefined ? next.words.has(END) : next.words.has(word);
  if (fits) {
    const end = take(slots, slot + 1, words, word === undefined ? at : at + 1);
    if (end !== -1) return end;
  }
  return next.optional ? take(slots, slot + 1, words, at) : -1;
}
