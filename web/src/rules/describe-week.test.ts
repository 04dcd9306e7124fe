import { describe, expect, it } from "vitest";
import { describeOccurrence, describeWeek, type Timeline, withoutEmptyStart } from "./describe-week.ts";

const week = (first: string, last: string, runs: number, recurrences: number): Timeline["weeks"][number] => ({
  first,
  last,
  side: first < "2026-03-10" ? "before" : "since",
  runs,
  with_rule: 0,
  recurrences,
  rate: runs === 0 ? null : recurrences / runs,
  band: runs === 0 ? null : { low: 0.01, high: 0.2 },
  expected: runs === 0 ? null : runs / 10,
  models: [{ model: "m-2", runs }],
});

const TIMELINE: Timeline = {
  rule_id: "ru_1",
  first: "2026-02-24",
  last: "2026-03-16",
  basis: "runs",
  agents: ["rio"],
  expected_rate: 0.1,
  weeks: [
    week("2026-02-24", "2026-03-02", 0, 0),
    week("2026-03-03", "2026-03-09", 40, 4),
    week("2026-03-10", "2026-03-16", 41, 2),
  ],
  versions: [{ version: 1, from: "2026-03-10T09:00:00.000Z", until: null }],
  model_changes: [{ day: "2026-03-12", agent: "rio", from: "m-1", to: "m-2" }],
  occurrences: [
    { feedback_id: "fb_1", time: "2026-03-12T10:00:00.000Z", agent: "rio", injected: true, model: "m-2" },
  ],
  more_occurrences: false,
};

describe("the timeline of a rule in words", () => {
  it("says how often, how certain, what was expected and what changed in a week", () => {
    const text = describeWeek(TIMELINE, TIMELINE.weeks[2]!);
    expect(text).toContain("2 times in 41 runs, 4.9 per 100 (1.0 to 20.0");
    expect(text).toContain("Expected without the rule: 4.1.");
    expect(text).toContain("rio changed from m-1 to m-2.");
    expect(text).toContain("Version 1 took effect.");
    expect(describeWeek(TIMELINE, TIMELINE.weeks[0]!)).toMatch(/: no runs\.$/);
  });

  it("says whether the rule was in the prompt when it came back", () => {
    const [one] = TIMELINE.occurrences;
    expect(describeOccurrence(one!)).toMatch(/: rio on m-2, with the rule in its prompt\.$/);
    expect(describeOccurrence({ ...one!, injected: null, model: null, agent: null })).toMatch(
      /: an agent\.$/,
    );
  });

  it("begins with the first week in which something happened", () => {
    const shown = withoutEmptyStart(TIMELINE);
    expect([shown.first, shown.weeks.length]).toEqual(["2026-03-03", 2]);
  });
});
