import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CellLists } from "./cell-lists.ts";

/** A slot's vector: the higher the slot's rank, the nearer to the first axis. */
const vectorOf = (rank: number): Float32Array => Float32Array.of(rank / 127, 1);
const ASKED = Float32Array.of(1, 0);

describe("CellLists", () => {
  it("looks at the newest of a cell in whole blocks, and answers the best of them", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -127, max: 127 }), { minLength: 1, maxLength: 700 }),
        fc.integer({ min: 1, max: 800 }),
        fc.integer({ min: 1, max: 40 }),
        (ranks, maxPerCell, limit) => {
          const lists = new CellLists(2, 1);
          for (const [slot, rank] of ranks.entries()) lists.add(0, slot, vectorOf(rank));
          const found = lists.best(ASKED, [0], { limit, candidates: 10_000, maxPerCell });
          const first = Math.max(0, Math.floor((ranks.length - maxPerCell) / 32) * 32);
          const seen = ranks.slice(first).toSorted((a, b) => b - a);
          expect(new Set(found).size).toBe(found.length);
          expect(found.every((slot) => slot >= first)).toBe(true);
          expect(found.map((slot) => ranks[slot]!).toSorted((a, b) => b - a)).toEqual(seen.slice(0, limit));
        },
      ),
    );
  });

  it("goes on to the next cell until enough are seen", () => {
    const lists = new CellLists(2, 3);
    for (let slot = 0; slot < 300; slot += 1) lists.add(Math.floor(slot / 100), slot, vectorOf(slot % 100));
    const best = (candidates: number) =>
      lists.best(ASKED, [2, 0, 1], { limit: 300, candidates, maxPerCell: 300 }).toSorted((a, b) => a - b);
    const slots = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
    expect(best(100)).toEqual(slots(200, 300));
    expect(best(101)).toEqual([...slots(96, 100), ...slots(200, 300)]);
    expect(best(300)).toEqual(slots(0, 300));
  });
});
