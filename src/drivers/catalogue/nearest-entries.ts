import type { KnownEntry, NearEntry } from "../../core/catalogue/catalogue-entry.ts";
import { nearestOf, nearnessOf, placeIn } from "../../core/catalogue/catalogue-space.ts";
import { createWordIndex, type WordIndex } from "../../core/catalogue/word-index.ts";
import type { PlacedEntries } from "./place-entries.ts";

/** What all of a text's words are worth beside its meaning: few more are found by them, and what was typed is seen. */
const SHARED_WORDS = 0.2;

/** By meaning and, where words are given, by those that an entry shares with them. */
export function nearestEntries(
  all: PlacedEntries,
  vector: Float32Array,
  limit: number,
  words?: string,
): readonly NearEntry[] {
  const { space, entries } = all;
  const nearness = nearnessOf(space, placeIn(space, vector));
  if (words !== undefined) {
    for (const [entry, share] of wordIndexOf(all)(words).entries()) nearness[entry]! += SHARED_WORDS * share;
  }
  return nearestOf(nearness, limit).map((at) => ({
    ...entries[at]!,
    near: Math.round(Math.min(1, Math.max(0, nearness[at]!)) * 1_000) / 1_000,
    by: "meaning",
  }));
}

const wordIndexes = new WeakMap<PlacedEntries, WordIndex>();

/** Made with the first search. */
function wordIndexOf(placed: PlacedEntries): WordIndex {
  let index = wordIndexes.get(placed);
  if (index === undefined) {
    index = createWordIndex(placed.entries.map(({ entry }) => entry));
    wordIndexes.set(placed, index);
  }
  return index;
}

/** Entries whose id is, or begins with, what was typed; words may stand for the hyphens. */
export function idsLike(words: string, entries: readonly KnownEntry[]): readonly NearEntry[] {
  const slug = words
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, "-");
  if (slug.length < 2) return [];
  return entries
    .filter(({ entry: { id } }) => id.startsWith(slug))
    .map((found) => ({ ...found, near: 1, by: "id" }));
}
