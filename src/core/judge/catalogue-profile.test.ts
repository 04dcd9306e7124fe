import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CatalogueProfile, catalogueProfile, profileOverlap } from "./catalogue-profile.ts";

const unit = (...values: readonly number[]): Float32Array => {
  const length = Math.hypot(...values) || 1;
  return Float32Array.from(values, (value) => value / length);
};
/** With three entries along the axes, a vector is its own list of cosines. */
const profileOf = (...values: readonly number[]): CatalogueProfile => catalogueProfile(unit(...values));

describe("catalogueProfile", () => {
  it("is all of the nearest entry where it is clearly the nearest", () => {
    expect(profileOf(0.9, 0.1, 0.1)).toEqual({
      sharp: { entries: [0], roots: [1] },
      blurred: { entries: [0], roots: [1] },
    });
  });

  it("shares between entries that are equally near", () => {
    const { sharp } = profileOf(1, 1, 0);
    expect(sharp.entries).toEqual([0, 1]);
    for (const root of sharp.roots) expect(root ** 2).toBeCloseTo(0.5, 2);
  });

  it("sees further where it is blurred", () => {
    const near = Float32Array.from([0.7, 0.6, 0.5]);
    const { sharp, blurred } = catalogueProfile(near);
    expect(sharp.entries).toEqual([0]);
    expect(blurred.entries).toEqual([0, 1, 2]);
  });

  it("overlaps fully with itself, hardly with another, and the same either way", () => {
    const places = fc.tuple(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
    );
    fc.assert(
      fc.property(places, places, ([a, b], [c, d]) => {
        const one = profileOf(a, b, 0.1);
        const other = profileOf(c, d, 0.1);
        const [self, there, back] = [
          profileOverlap(one, one),
          profileOverlap(one, other),
          profileOverlap(other, one),
        ];
        for (const view of ["sharp", "blurred"] as const) {
          expect(self[view]).toBeCloseTo(1, 5);
          expect(there[view]).toBeCloseTo(back[view], 9);
          expect(there[view]).toBeGreaterThanOrEqual(0);
        }
      }),
    );
    expect(profileOverlap(profileOf(1, 0, 0), profileOf(0, 1, 0)).blurred).toBeLessThan(0.01);
  });
});
