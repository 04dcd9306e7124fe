import { describe, expect, it } from "vitest";
import {
  companyMix,
  mixAt,
  MONTH,
  OPERATIONS,
  operationAt,
  peakRate,
  recordsOf,
  totalOf,
} from "./company.ts";

describe("the company", () => {
  it("leaves 10 million records a month", () => {
    expect(recordsOf(MONTH)).toBe(10_000_000);
  });

  it("is busiest at twice what an office hour has on average", () => {
    // 8 million records in 21 days of 9 hours, doubled.
    expect(peakRate(10_000_000)).toBeCloseTo(23.5, 1);
  });

  it("shrinks and grows in proportion", () => {
    const whole = companyMix(1);
    const part = companyMix(0.01);
    for (const operation of OPERATIONS) expect(part[operation]).toBeCloseTo(whole[operation] / 100, 10);
  });

  it("goes on without what is left out", () => {
    expect(companyMix(1, ["overview"])).toEqual({ ...companyMix(1), overview: 0 });
  });
});

describe("mixAt", () => {
  it("has the rate asked for, and nothing but the operations named", () => {
    const mix = mixAt(300, ["feedback", "decision"]);
    expect(totalOf(mix)).toBeCloseTo(300, 10);
    expect(mix.page).toBe(0);
    expect(mix.feedback / mix.decision).toBeCloseTo(5.5 / 3, 10);
  });
});

describe("operationAt", () => {
  it.each([
    { why: "from the beginning", from: 0 },
    { why: "in the middle of a run", from: 123_456 },
  ])("keeps the proportions $why", ({ from }) => {
    const mix = companyMix(1);
    const counts = new Map<string, number>();
    for (let n = from; n < from + 5_000; n += 1) {
      const operation = operationAt(mix, n);
      counts.set(operation, (counts.get(operation) ?? 0) + 1);
    }
    for (const operation of OPERATIONS) {
      const share = (counts.get(operation) ?? 0) / 5_000;
      expect(Math.abs(share - mix[operation] / totalOf(mix))).toBeLessThan(0.005);
    }
  });

  it("never answers what the mix does not have", () => {
    const mix = mixAt(10, ["page"]);
    for (let n = 0; n < 100; n += 1) expect(operationAt(mix, n)).toBe("page");
  });
});
