import { describe, expect, it } from "vitest";
import {
  changeText,
  describeForecast,
  describePace,
  describeTrial,
  formatEvidence,
  intervalText,
  standingOf,
} from "./describe-trial.ts";
import type { Trial } from "./trial-queries.ts";

const TRIAL: Trial = {
  id: "tr_1",
  rule_id: "ru_1",
  version: 1,
  text: "Close every handle.",
  revision: 1,
  kind: "introduction",
  state: "running",
  share: 0.5,
  margin: null,
  verdict: "undecided",
  waits_for: null,
  e_value: 1,
  threshold: 20,
  no_difference: { low: -0.25, high: 0.25 },
  reduction: { estimate: 0.5, low: -0.1, high: 0.8 },
  recurrences: { given: 5, withheld: 10, unassigned: 0 },
  tasks: { given: 50, withheld: 50 },
  arms: { ok: true, e_value: 0.1 },
  points: [],
  forecast: { recurrences: 80, tasks: 320, days: 40, is_too_rare: false },
  started_by: "ana",
  started_at: "2026-03-01T00:00:00.000Z",
  updated_at: "2026-03-01T00:00:00.000Z",
  end: null,
};
const ended = (verdict: Trial["verdict"], parts: Partial<Trial> = {}): Trial => ({
  ...TRIAL,
  state: "stopped",
  verdict,
  end: { by: "emend", at: TRIAL.started_at, reason: "enough", verdict },
  ...parts,
});

describe("a trial in words", () => {
  it.each([
    { trial: TRIAL, standing: "Running", says: "Too early to say" },
    { trial: { ...TRIAL, waits_for: "arms" as const }, standing: "Running", says: "do not have the sizes" },
    { trial: { ...TRIAL, waits_for: "other_trials" as const }, standing: "Running", says: "Several trials" },
    { trial: ended("works"), standing: "Works", says: "The rule works" },
    { trial: ended("works", { kind: "withdrawal" }), standing: "Still needed", says: "still needed" },
    { trial: ended("harms"), standing: "Harms", says: "retired it at once" },
    { trial: ended("makes no difference"), standing: "Makes no difference", says: "within a quarter" },
    {
      trial: ended("makes no difference", { kind: "withdrawal", margin: 0.25 }),
      standing: "Not needed",
      says: "at most 25\u202f%",
    },
    {
      trial: ended("undecided", { end: { by: "ana", at: "", reason: "release", verdict: null } }),
      standing: "No verdict",
      says: "by ana: release",
    },
  ])("21.1 says $standing", ({ trial, standing, says }) => {
    expect(standingOf(trial)).toBe(standing);
    expect(describeTrial(trial)).toContain(says);
  });

  it("21.1 says plainly that a mistake is too rare, or that nobody knows", () => {
    const { forecast } = TRIAL;
    expect(describeForecast(TRIAL)).toContain("about 80 recurrences, which is about 320 tasks or 40 days");
    const rare = { ...forecast, days: 900, is_too_rare: true };
    expect(describeForecast({ ...TRIAL, forecast: rare })).toContain("too rare for a verdict");
    const unknown = { ...forecast, tasks: null, days: null, is_too_rare: true };
    expect(describeForecast({ ...TRIAL, forecast: unknown })).toContain("nobody knows");
  });

  it("21.1 forecasts from the pace so far, once that is more than chance", () => {
    const after = (days: number): number => Date.parse(TRIAL.started_at) + days * 86_400_000;
    expect(describePace(TRIAL, after(5))).toBe("At the pace so far, about 22 more days.");
    expect(describePace(TRIAL, after(0.5))).toBeUndefined();
    const few = { ...TRIAL, recurrences: { given: 1, withheld: 2, unassigned: 0 } };
    expect(describePace(few, after(5))).toBeUndefined();
    const many = { ...TRIAL, recurrences: { given: 60, withheld: 60, unassigned: 0 } };
    expect(describePace(many, after(5))).toContain("still no verdict");
    expect(describePace(ended("works"), after(5))).toBeUndefined();
  });

  it("21.1 writes changes, intervals and evidence", () => {
    expect([0.6, -0.2, 0].map(changeText)).toEqual(["−60\u202f%", "+20\u202f%", "0\u202f%"]);
    expect(intervalText({ low: -0.1, high: 0.8 })).toBe("−80\u202f% to +10\u202f%");
    expect(intervalText({ low: null, high: 0.8 })).toBe("−80\u202f% or more");
    expect([0.123, 4.56, 287.4, 1e12].map(formatEvidence)).toEqual(["0.12", "4.6", "287", "over 10,000"]);
  });
});
