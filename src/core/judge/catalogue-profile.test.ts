import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type CatalogueProfile,
  catalogueProfile,
  nearestEntry,
  profileOverlap,
} from "./catalogue-profile.ts";

const unit = (...values: readonly number[]): Float32Array => {
  const length = Math.hypot(...values) || 1;
  return Float32Array.from(values, (value) => value / length);
};
/** With three entries along the axes, a vector is its own list of cosines. */
const profileOf = (...values: readonly number[]): CatalogueProfile => catalogueProfile(unit(...values));

describe("catalogueProfile", () => {
  it("is nearly all of the nearest entry", () => {
    const profile = profileOf(0.9, 0.1, 0.1);
    expect(nearestEntry(profile)).toEqual({ entry: 0, share: expect.closeTo(1, 2) });
  });

  it("shares between entries that are equally near", () => {
    const { share } = nearestEntry(profileOf(1, 1, 0));
    expect(share).toBeCloseTo(0.5, 2);
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
        expect(profileOverlap(one, one)).toBeCloseTo(1, 5);
        expect(profileOverlap(one, other)).toBeCloseTo(profileOverlap(other, one), 9);
        expect(profileOverlap(one, other)).toBeGreaterThanOrEqual(0);
      }),
    );
    const [one, other] = [profileOf(1, 0, 0), profileOf(0, 1, 0)];
    expect(profileOverlap(one, other)).toBeLessThan(0.01);
  });
});
