import { describe, expect, it } from "vitest";
import { exampleTrial } from "../../../test/examples/example-trial.ts";
import { concludeTrials, mostReduction } from "./conclude-trials.ts";
import { addRecurrence, NO_EVIDENCE, NO_TALLY, type TrialEvidenceCounts } from "./trial-evidence.ts";
import type { Trial } from "./trial.ts";

const withCounts = (given: number, withheld: number, tasks = { given: 500, withheld: 500 }) => ({
  ...NO_EVIDENCE,
  tasks,
  tally: { ...NO_TALLY, given, withheld },
});
const conclude = (...all: readonly (readonly [Partial<Trial>, TrialEvidenceCounts])[]) =>
  concludeTrials(all.map(([parts, evidence]) => ({ trial: { ...exampleTrial(), ...parts }, evidence })));

describe("concluding trials", () => {
  it.each([
    ["works", 2, 20],
    ["harms", 20, 2],
    ["undecided", 5, 8],
    ["makes no difference", 1_500, 1_500],
  ] as const)("21.1 says %s for %d recurrences with the rule and %d without", (verdict, given, withheld) => {
    const [one] = conclude([{}, withCounts(given, withheld)]);
    expect(one).toMatchObject({ verdict, waits_for: null, arms: { ok: true } });
  });

  it("21.1 refuses a verdict if the arms do not have the sizes they should", () => {
    const lost = { given: 300, withheld: 500 };
    for (const [given, withheld] of [
      [2, 20],
      [20, 2],
    ] as const) {
      const [one] = conclude([{}, withCounts(given, withheld, lost)]);
      expect(one).toMatchObject({ verdict: "undecided", waits_for: "arms", arms: { ok: false } });
    }
  });

  it("21.1 asks for more evidence among many trials, except to stop a rule that harms", () => {
    const alone = withCounts(2, 16);
    expect(conclude([{}, alone])[0]).toMatchObject({ verdict: "works" });
    const nulls = Array.from({ length: 20 }, () => [{}, withCounts(6, 6)] as const);
    expect(conclude([{}, alone], ...nulls)[0]).toMatchObject({
      verdict: "undecided",
      waits_for: "other_trials",
    });
    expect(conclude([{}, withCounts(16, 2)], ...nulls)[0]).toMatchObject({ verdict: "harms" });
    expect(conclude([{}, withCounts(1, 30)], ...nulls)[0]).toMatchObject({ verdict: "works" });
  });

  it("21.1 ends a withdrawal as soon as a rise above the margin is excluded", () => {
    const withdrawal = { kind: "withdrawal", margin: 0.5 } as const;
    const evidence = withCounts(300, 260);
    expect(conclude([{}, evidence])[0]).toMatchObject({ verdict: "undecided" });
    const [one] = conclude([withdrawal, evidence]);
    expect(one!.judged.reduction.high).toBeLessThan(mostReduction(0.5));
    expect(one).toMatchObject({ verdict: "makes no difference" });
    expect(conclude([withdrawal, withCounts(2, 20)])[0]).toMatchObject({ verdict: "works" });
    expect(mostReduction(0.25)).toBeCloseTo(0.2);
  });
});

describe("the tally of a trial", () => {
  it("21.1 keeps few points however many recurrences there are, and always the last", () => {
    let tally = NO_TALLY;
    for (let n = 1; n <= 1_000; n += 1) {
      tally = addRecurrence(tally, {
        arm: n % 2 === 0 ? "given" : "withheld",
        time: "2026-03-01T09:00:00.000Z",
        share: 0.5,
      });
      expect(tally.points.length).toBeLessThanOrEqual(121);
      expect(tally.points.at(-1)?.recurrences).toBe(n);
      const steps = tally.points.map(({ recurrences }) => recurrences);
      expect(steps.toSorted((a, b) => a - b)).toEqual(steps);
    }
    expect(tally).toMatchObject({ given: 500, withheld: 500 });
    expect(tally.points.length).toBeGreaterThan(50);
    const { low, high } = tally.points.at(-1)!;
    expect(low).toBeGreaterThan(-0.5);
    expect(high).toBeLessThan(0.4);
  });
});
