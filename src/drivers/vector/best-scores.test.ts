import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BestScores } from "./best-scores.ts";

describe("BestScores", () => {
  it("keeps what sorting everything would put first, equals by name", () => {
    // Few different scores, so that there are many equals.
    const scores = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 60 });
    fc.assert(
      fc.property(scores, fc.integer({ min: 1, max: 20 }), fc.nat(9), (given, limit, atLeast) => {
        const nameOf = (slot: number): string => String.fromCodePoint(200 - slot);
        const best = new BestScores(limit, atLeast, nameOf);
        for (const [slot, score] of given.entries()) best.add(slot, score);
        const expected = given
          .map((score, slot) => ({ score, slot }))
          .filter(({ score }) => score >= atLeast)
          .toSorted((a, b) => b.score - a.score || b.slot - a.slot)
          .slice(0, limit);
        expect(best.slots.toSorted((a, b) => a - b)).toEqual(
          expected.map(({ slot }) => slot).toSorted((a, b) => a - b),
        );
      }),
    );
  });

  it("takes no score that is no number", () => {
    const best = new BestScores(2, Number.NEGATIVE_INFINITY, String);
    best.add(0, Number.NaN);
    best.add(1, 0.5);
    expect(best.slots).toEqual([1]);
  });
});
