import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { CatalogueEntry } from "../src/core/catalogue/catalogue-entry.ts";
import type { RemarkPair } from "./score-pairs.ts";

/** An entry of the catalogue as far as pairs are made of it. */
export type CatalogueTexts = Pick<CatalogueEntry, "id" | "comments" | "opposite" | "lookalike_comments">;

/** One mistake in ten, by its id alone; model/training/catalogue.py leaves the same out. */
export const isHeldOut = (id: string): boolean =>
  Number.parseInt(hash("sha256", id).slice(0, 8), 16) % 10 === 0;

export const readHeldOut = (): readonly CatalogueTexts[] =>
  readFileSync(new URL("../catalogue/catalogue.jsonl", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as CatalogueTexts)
    .filter(({ id }) => isHeldOut(id));

/** Of 24 pairs: how many are the same, opposites, look-alikes, alike in words only, and any two. */
const MIX = { same: 8, opposite: 3, lookalike: 3, words: 5, any: 5 } as const;
const PAIRS = 2_400;

/**
 * Pairs of comments about mistakes that no training has seen, in about the proportions of pairs that people labelled:
 * a third the same, the rest as hard as they come or drawn blindly. The same pairs every time.
 */
export function heldOutPairs(entries: readonly CatalogueTexts[]): readonly RemarkPair[] {
  const draw = createDraw(7);
  const pairs: RemarkPair[] = [];
  const add = (a: string, b: string, label: string, relation?: string): void => {
    pairs.push({
      id: `held-out-${pairs.length + 1}`,
      a,
      b,
      label,
      ...(relation === undefined ? {} : { relation }),
    });
  };
  const others = (entry: CatalogueTexts): CatalogueTexts => {
    const other = draw(entries);
    return other.id === entry.id ? others(entry) : other;
  };
  const opposed = entries.filter(({ opposite }) => (opposite?.comments.length ?? 0) > 0);
  const words = mostWordsInCommon(entries);
  for (let round = 0; round < PAIRS / 24; round += 1) {
    for (let n = 0; n < MIX.same; n += 1) {
      const { comments } = draw(entries);
      const a = draw(comments);
      add(a, draw(comments.filter((comment) => comment !== a)), "same");
    }
    for (let n = 0; n < MIX.opposite; n += 1) {
      const { comments, opposite } = draw(opposed);
      add(draw(comments), draw(opposite!.comments), "related", "opposite");
    }
    for (let n = 0; n < MIX.lookalike; n += 1) {
      const { comments, lookalike_comments } = draw(entries);
      add(draw(comments), draw(lookalike_comments), "different");
    }
    for (let n = 0; n < MIX.words; n += 1) add(...draw(words), "different");
    for (let n = 0; n < MIX.any; n += 1) {
      const entry = draw(entries);
      add(draw(entry.comments), draw(others(entry).comments), "different");
    }
  }
  return pairs;
}

/** The pairs of comments about different mistakes that share the most words, some hundreds of them. */
function mostWordsInCommon(entries: readonly CatalogueTexts[]): readonly (readonly [string, string])[] {
  const read = entries.flatMap(({ id, comments }) =>
    comments.map((text) => ({ id, text, words: new Set(text.toLowerCase().match(/[a-z]{4,}/g) ?? []) })),
  );
  const found: { readonly pair: readonly [string, string]; readonly share: number }[] = [];
  for (const [at, a] of read.entries()) {
    for (const b of read.slice(at + 1)) {
      if (a.id === b.id || a.words.size < 3 || b.words.size < 3) continue;
      const shared = [...a.words].filter((word) => b.words.has(word)).length;
      if (shared < 2) continue;
      found.push({ pair: [a.text, b.text], share: shared / (a.words.size + b.words.size - shared) });
    }
  }
  return found
    .toSorted((a, b) => b.share - a.share)
    .slice(0, 600)
    .map(({ pair }) => pair);
}

/** Draws by a fixed sequence of numbers (a linear congruence), so that everybody gets the same pairs. */
function createDraw(seed: number): <T>(from: readonly T[]) => T {
  let state = seed;
  return (from) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return from[Math.floor((state / 2 ** 32) * from.length)]!;
  };
}
