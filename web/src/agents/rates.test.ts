import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wilsonInterval, newcombeInterval } from "./rates.ts";

describe("wilsonInterval", () => {
  it.each([
    { why: "nothing counted says nothing", hits: 0, of: 0, band: undefined },
    { why: "none of ten is not surely none", hits: 0, of: 10, band: [0, 0.278] },
    { why: "all of ten is not surely all", hits: 10, of: 10, band: [0.722, 1] },
    { why: "half of a hundred", hits: 50, of: 100, band: [0.404, 0.596] },
  ])("$why", ({ hits, of, band }) => {
    const found = wilsonInterval(hits, of);
    expect(
      found === undefined ? undefined : [found.low, found.high].map((end) => Number(end.toFixed(3))),
    ).toEqual(band);
  });

  it("holds the share, and narrows as more is counted", () => {
    fc.assert(
      fc.property(fc.nat(500), fc.integer({ min: 1, max: 500 }), (hits, of) => {
        const share = Math.min(hits, of);
        const [once, often] = [wilsonInterval(share, of)!, wilsonInterval(share * 4, of * 4)!];
        expect(once.low).toBeLessThanOrEqual(share / of + 1e-9);
        expect(once.high).toBeGreaterThanOrEqual(share / of - 1e-9);
        expect(often.high - often.low).toBeLessThan(once.high - once.low);
      }),
    );
  });
});

describe("newcombeInterval", () => {
  it.each([
    {
      why: "either side without a count",
      before: { hits: 0, of: 0 },
      after: { hits: 1, of: 2 },
      sure: undefined,
    },
    { why: "a large change", before: { hits: 10, of: 100 }, after: { hits: 90, of: 100 }, sure: true },
    { why: "a few decisions", before: { hits: 3, of: 6 }, after: { hits: 4, of: 6 }, sure: false },
  ])("$why", ({ before, after, sure }) => {
    const found = newcombeInterval(before, after);
    expect(found === undefined ? undefined : found.low > 0 || found.high < 0).toBe(sure);
  });
});
