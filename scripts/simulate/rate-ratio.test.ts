import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { betaShare } from "../../src/core/statistics/beta.ts";
import { betaQuantile, rateRatio } from "./rate-ratio.ts";

describe("betaShare", () => {
  it.each<{ why: string; x: number; a: number; b: number; share: number }>([
    { why: "the uniform distribution", x: 0.3, a: 1, b: 1, share: 0.3 },
    { why: "x squared", x: 0.5, a: 2, b: 1, share: 0.25 },
    { why: "half of a symmetric one", x: 0.5, a: 7, b: 7, share: 0.5 },
    { why: "the arcsine law", x: 0.25, a: 0.5, b: 0.5, share: 1 / 3 },
    { why: "a binomial tail: 3 heads or more of 5", x: 0.5, a: 3, b: 3, share: 0.5 },
  ])("$why", ({ x, a, b, share }) => expect(betaShare(x, a, b)).toBeCloseTo(share, 12));

  it("has its quantiles as inverse", () => {
    const size = fc.integer({ min: 1, max: 5_000 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999 }), size, size, (thousandths, a, b) => {
        expect(betaShare(betaQuantile(thousandths / 1_000, a, b), a, b)).toBeCloseTo(thousandths / 1_000, 8);
      }),
    );
  });
});

describe("rateRatio", () => {
  it.each<{
    why: string;
    before: [number, number];
    after: [number, number];
    ratio: number | null;
    low: number;
    high: number;
  }>([
    // The textbook example that R's poisson.test shows: 11 in 800 against 21 in 3011.
    {
      why: "as R's exact test of two rates has it",
      before: [21, 3011],
      after: [11, 800],
      ratio: 1.971488,
      low: 0.8584264,
      high: 4.2772659,
    },
    // 2 of 10 has the Clopper-Pearson interval 0.02521 to 0.55610; with equal runs the ratio is p / (1 - p).
    {
      why: "Clopper and Pearson's 2 of 10",
      before: [8, 50],
      after: [2, 50],
      ratio: 0.25,
      low: 0.02521 / 0.97479,
      high: 0.5561 / 0.4439,
    },
    { why: "none after 10", before: [10, 20], after: [0, 20], ratio: 0, low: 0, high: 0.3085 / 0.6915 },
    {
      why: "none before",
      before: [0, 20],
      after: [10, 20],
      ratio: null,
      low: 0.6915 / 0.3085,
      high: Infinity,
    },
  ])("$why", ({ before, after, ratio, low, high }) => {
    const found = rateRatio({ events: before[0], runs: before[1] }, { events: after[0], runs: after[1] });
    const expected = [ratio, low, high];
    const off = [found?.ratio, found?.low, found?.high].map((value, at) =>
      value === expected[at] ? 0 : Math.abs(value! - expected[at]!),
    );
    expect(Math.max(...off)).toBeLessThan(0.0005);
  });

  it("is nothing where a side has no runs, or counts are none", () => {
    expect(rateRatio({ events: 1, runs: 0 }, { events: 1, runs: 5 })).toBeUndefined();
    expect(rateRatio({ events: -1, runs: 5 }, { events: 1, runs: 5 })).toBeUndefined();
    expect(rateRatio({ events: 1, runs: 5 }, { events: 0.5, runs: 5 })).toBeUndefined();
  });

  it("turns over when the sides do, and holds the ratio it estimates", () => {
    const count = fc.record({
      events: fc.integer({ min: 1, max: 400 }),
      runs: fc.integer({ min: 1, max: 2_000 }),
    });
    fc.assert(
      fc.property(count, count, (a, b) => {
        const [there, back] = [rateRatio(a, b)!, rateRatio(b, a)!];
        expect(there.low * back.high).toBeCloseTo(1, 6);
        expect(there.low).toBeLessThan(there.ratio!);
        expect(there.high).toBeGreaterThan(there.ratio!);
      }),
    );
  });

  it("covers the truth in at least 95 of 100 cases, for small counts too", () => {
    // The share of cases that miss, added up over every outcome of two Poisson counts with equal means.
    for (const mean of [1, 4, 9]) {
      const weights = Array.from({ length: 40 }, (_, k) => poisson(k, mean));
      let missed = 0;
      for (const [before, p] of weights.entries()) {
        for (const [after, q] of weights.entries()) {
          const { low, high } = rateRatio({ events: before, runs: 10 }, { events: after, runs: 10 })!;
          if (low > 1 || high < 1) missed += p * q;
        }
      }
      expect(missed).toBeLessThanOrEqual(0.05);
    }
  });
});

function poisson(k: number, mean: number): number {
  let weight = Math.exp(-mean);
  for (let at = 1; at <= k; at += 1) weight *= mean / at;
  return weight;
}
