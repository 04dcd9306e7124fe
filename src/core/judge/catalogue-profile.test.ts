import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CatalogueMap, catalogueProfile, nearestEntry, profileOverlap } from "./catalogue-profile.ts";

const unit = (...values: readonly number[]): Float32Array => {
  const length = Math.hypot(...values) || 1;
  return Float32Array.from(values, (value) => value / length);
};
const map: CatalogueMap = {
  ids: ["null-check", "naming", "tests"],
  centres: [unit(1, 0, 0), unit(0, 1, 0), unit(0, 0, 1)],
};

describe("catalogueProfile", () => {
  it("is nearly all of the nearest entry", () => {
    const profile = catalogueProfile(unit(0.9, 0.1, 0.1), map);
    expect(nearestEntry(profile)).toEqual({ entry: 0, share: expect.closeTo(1, 2) });
  });

  it("shares between entries that are equally near", () => {
    const { share } = nearestEntry(catalogueProfile(unit(1, 1, 0), map));
    expect(share).toBeCloseTo(0.5, 2);
  });

  it("overlaps fully with itself, hardly with another, and the same either way", () => {
    const places = fc.tuple(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
    );
    fc.assert(
      fc.property(places, places, ([a, b], [c, d]) => {
        const one = catalogueProfile(unit(a, b, 0.1), map);
        const other = catalogueProfile(unit(c, d, 0.1), map);
        expect(profileOverlap(one, one)).toBeCloseTo(1, 5);
        expect(profileOverlap(one, other)).toBeCloseTo(profileOverlap(other, one), 9);
        expect(profileOverlap(one, other)).toBeGreaterThanOrEqual(0);
      }),
    );
    const [one, other] = [unit(1, 0, 0), unit(0, 1, 0)].map((vector) => catalogueProfile(vector, map));
    expect(profileOverlap(one!, other!)).toBeLessThan(0.01);
  });
});
