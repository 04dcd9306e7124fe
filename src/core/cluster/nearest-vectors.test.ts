import fc from "fast-check";
import { expect, it } from "vitest";
import { cosine } from "../judge/judgement.ts";
import { nearestVectors } from "./nearest-vectors.ts";

const unit = (values: readonly number[]): Float32Array => {
  const length = Math.hypot(...values) || 1;
  return Float32Array.from(values, (value) => value / length);
};

it("finds the nearest neighbours of every vector, in any number of blocks", () => {
  const value = fc.integer({ min: -5, max: 5 });
  const vectors = fc.array(fc.tuple(value, value, value, value, value).map(unit), { maxLength: 220 });
  fc.assert(
    fc.property(vectors, (all) => {
      const found = nearestVectors(all, { atLeast: 0.5, most: 3 });
      for (const [at, near] of found.entries()) {
        const scores = all
          .map((other, index) => (index === at ? -1 : cosine(all[at]!, other)))
          .filter((score) => score >= 0.5)
          .toSorted((a, b) => b - a)
          .slice(0, 3);
        const own = [...near].map((index) => cosine(all[at]!, all[index]!));
        expect(own).toEqual(scores.map((score) => expect.closeTo(score, 5)));
        expect(near).not.toContain(at);
      }
    }),
    { numRuns: 30 },
  );
});
