import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { checkArms } from "../trial/check-arms.ts";
import { betaShare, logBeta } from "./beta.ts";
import { weighOdds } from "./odds-evidence.ts";
import oracle from "./oracle.json" with { type: "json" };
import { weighRates } from "./rate-evidence.ts";

/** A slice of what a rule may do, in `weighRates`. Ends are rounded outwards, by two slices at most. */
const SLICE = 1 / 200;

describe("statistics, compared with SciPy", () => {
  it.each(oracle.cumulative_beta)("cumulative beta at $x of $a and $b", ({ x, a, b, share }) =>
    expect(betaShare(x, a, b)).toBeCloseTo(share, 11),
  );

  it.each(oracle.log_beta)("logarithm of beta of $a and $b", ({ a, b, log }) =>
    expect(logBeta(a, b)).toBeCloseTo(log, 9),
  );

  it.each(oracle.trial_evidence)(
    "evidence of $given with the rule and $withheld without, share $share",
    ({ share, given, withheld, e_value }) =>
      expect(weighOdds([{ share, given, withheld }]).e_value / e_value).toBeCloseTo(1, 3),
  );

  it.each(oracle.arm_evidence)("sizes of arms: $given and $withheld, share $share", (one) =>
    expect(Math.log(checkArms(one, one.share).e_value)).toBeCloseTo(one.log_e_value, 8),
  );

  it.each(oracle.rate_ends)(
    "interval of $before before and $after after, against $expected.before and $expected.after",
    ({ before, after, expected, counted, largest, smallest }) => {
      const { low, high } = weighRates([{ before, after, expected, isCounted: counted }]);
      const slice = (reduction: number): number => (1 - reduction) / (2 - reduction);
      // Never narrower than the exact interval.
      expect(slice(low!)).toBeGreaterThanOrEqual(largest - 1e-4);
      expect(slice(low!) - largest).toBeLessThan(2 * SLICE);
      expect(slice(high)).toBeLessThanOrEqual(smallest + 1e-4);
      expect(smallest - slice(high)).toBeLessThan(2 * SLICE);
    },
  );

  const hasScipy = spawnSync("python3", ["-c", "import scipy"]).status === 0;
  it.skipIf(!hasScipy)("SciPy still computes the same numbers", { timeout: 60_000 }, () => {
    const { stdout } = spawnSync("python3", ["scripts/oracle/statistics.py"], { encoding: "utf8" });
    const numbersOf = (value: unknown): readonly number[] =>
      typeof value === "number"
        ? [value]
        : typeof value === "object" && value !== null
          ? Object.values(value).flatMap(numbersOf)
          : [];
    const [now, then] = [numbersOf(JSON.parse(stdout)), numbersOf(oracle)];
    expect(now).toHaveLength(then.length);
    for (const [at, number] of now.entries()) expect(number).toBeCloseTo(then[at]!, 5);
  });
});
