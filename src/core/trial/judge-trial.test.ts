import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { betaShare, logBeta } from "../statistics/beta.ts";
import { assignArm } from "./assign-arm.ts";
import { checkArms } from "./check-arms.ts";
import { confirmVerdicts } from "./confirm-verdicts.ts";
import { forecastTrial } from "./forecast-trial.ts";
import { judgeTallies, judgeTrial } from "./judge-trial.ts";

/** The same e-value in closed form, for one share: halves of Beta(3, 3) over the share of recurrences with the rule. */
function closedForm(given: number, withheld: number): { works: number; harms: number } {
  const whole = Math.exp(logBeta(3 + given, 3 + withheld) - logBeta(3, 3) + (given + withheld) * Math.LN2);
  const below = betaShare(0.5, 3 + given, 3 + withheld);
  return { works: (whole * below) / 0.5, harms: (whole * (1 - below)) / 0.5 };
}

describe("judging a trial", () => {
  it.each([
    [0, 0],
    [3, 17],
    [10, 10],
    [40, 90],
    [25, 5],
    [300, 320],
  ])("has the e-value of the closed form: %i with the rule, %i without", (given, withheld) => {
    const { works, harms } = closedForm(given, withheld);
    const { e_value } = judgeTallies([{ share: 0.5, given, withheld }]);
    expect(e_value / ((works + harms) / 2)).toBeCloseTo(1, 3);
  });

  it("is a fair bet: under no difference, the mean e-value is 1 after any number of recurrences", () => {
    for (const share of [0.5, 0.8, 0.3])
      for (const count of [1, 5, 20, 60]) {
        let mean = 0;
        for (let given = 0; given <= count; given++) {
          const chance = Math.exp(
            -Math.log(count + 1) -
              logBeta(given + 1, count - given + 1) +
              given * Math.log(share) +
              (count - given) * Math.log(1 - share),
          );
          mean += chance * judgeTallies([{ share, given, withheld: count - given }]).e_value;
        }
        expect(mean).toBeCloseTo(1, 6);
      }
  });

  it("says works, harms, no difference, or nothing", () => {
    const trial = (given: number, withheld: number): string =>
      judgeTallies([{ share: 0.5, given, withheld }]).verdict;
    expect(trial(0, 0)).toBe("undecided");
    expect(trial(4, 21)).toBe("works");
    expect(trial(21, 4)).toBe("harms");
    expect(trial(12, 13)).toBe("undecided");
    expect(trial(1_000, 1_010)).toBe("makes no difference");
    expect(judgeTallies([{ share: 0.5, given: 25, withheld: 75 }]).reduction).toMatchObject({
      estimate: expect.closeTo(0.6667, 3),
      low: expect.closeTo(0.36, 1),
      high: expect.closeTo(0.83, 1),
    });
  });

  it("counts a task once, and shares that were changed on the way", () => {
    const retries = Array.from({ length: 50 }, () => ({ arm: "withheld" as const, task: "one" }));
    expect(judgeTrial({ share: 0.5, recurrences: retries })).toMatchObject({
      verdict: "undecided",
      recurrences: 1,
    });
    const changed = judgeTrial({
      share: 0.5,
      recurrences: [
        ...Array.from({ length: 12 }, () => "withheld" as const),
        ...Array.from({ length: 8 }, () => ({ arm: "withheld" as const, share: 0.8 })),
      ],
    });
    expect(changed).toMatchObject({ verdict: "works", recurrences: 20, reduction: { estimate: 1 } });
    expect(() => judgeTrial({ share: 1, recurrences: ["given"] })).toThrow(RangeError);
  });

  it("answers any counts, with an interval around the estimate", () => {
    fc.assert(
      fc.property(
        fc.nat(50_000),
        fc.nat(50_000),
        fc.double({ min: 0.05, max: 0.95, noNaN: true }),
        (given, withheld, share) => {
          const { e_value, reduction } = judgeTallies([{ share, given, withheld }]);
          expect(e_value).toBeGreaterThan(0);
          expect(reduction.high).toBeGreaterThanOrEqual(reduction.low ?? -Infinity);
          const estimate = reduction.estimate ?? reduction.high;
          expect(estimate).toBeGreaterThanOrEqual((reduction.low ?? -Infinity) - 0.01);
          expect(estimate).toBeLessThanOrEqual(reduction.high + 0.01);
        },
      ),
    );
  });
});

describe("arms", () => {
  it("are drawn evenly, always the same, and independently of other trials", () => {
    const draw = (trial: string, share: number): readonly string[] =>
      Array.from({ length: 20_000 }, (_, task) => assignArm({ key: `${trial} rio ${task}`, share }));
    const [one, other] = [draw("a", 0.5), draw("b", 0.5)];
    expect(draw("a", 0.5)).toEqual(one);
    const given = one.filter((arm) => arm === "given").length;
    expect(Math.abs(given - 10_000)).toBeLessThan(350);
    const both = one.filter((arm, task) => arm === other[task]).length;
    expect(Math.abs(both - 10_000)).toBeLessThan(350);
    expect(Math.abs(draw("a", 0.8).filter((arm) => arm === "given").length - 16_000)).toBeLessThan(300);
  });

  it("that lose tasks are noticed", () => {
    expect(checkArms({ given: 0, withheld: 0 }, 0.5)).toEqual({
      ok: true,
      e_value: expect.closeTo(1, 9),
    });
    expect(checkArms({ given: 520, withheld: 480 }, 0.5).ok).toBe(true);
    expect(checkArms({ given: 600, withheld: 400 }, 0.5).ok).toBe(false);
    expect(checkArms({ given: 800, withheld: 200 }, 0.8).ok).toBe(true);
    expect(checkArms({ given: 1_000_000, withheld: 0 }, 0.5).ok).toBe(false);
  });
});

describe("several trials", () => {
  it("are confirmed together by e-BH", () => {
    expect(confirmVerdicts([])).toEqual([]);
    expect(confirmVerdicts([20])).toEqual([true]);
    expect(confirmVerdicts([19.9])).toEqual([false]);
    // Of four, one needs 80, two need 40 each.
    expect(confirmVerdicts([50, 1, 1, 1])).toEqual([false, false, false, false]);
    expect(confirmVerdicts([50, 1, 41, 1])).toEqual([true, false, true, false]);
    expect(confirmVerdicts([81, 1, 1, 1])).toEqual([true, false, false, false]);
  });
});

describe("the forecast", () => {
  it("follows from the mistake's rate", () => {
    expect(forecastTrial({ share: 0.5, recurrences: 30, tasks: 300, days: 30 })).toEqual({
      recurrences: 79,
      tasks: 1054,
      days: 106,
      is_too_rare: false,
    });
    expect(forecastTrial({ share: 0.5, recurrences: 2, tasks: 300, days: 30 }).is_too_rare).toBe(true);
    expect(forecastTrial({ share: 0.5, recurrences: 0, tasks: 0, days: 0 })).toMatchObject({
      days: null,
      is_too_rare: true,
    });
  });
});
