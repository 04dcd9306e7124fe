import { describe, expect, it } from "vitest";
import {
  approve,
  later,
  modify,
  person,
  proposing,
  retire,
  ruleAfter,
} from "../../../test/examples/example-rule.ts";
import { effectWeeks, modelChanges, rateBand, timelineDays, versionSpans } from "./effect-timeline.ts";

const approved = ruleAfter(
  { command: proposing(), now: later(0) },
  { command: approve(person("ana"), 1), now: later(0) },
  { command: approve(person("bo"), 1), now: later(0) },
);

describe("21.2 the timeline of a rule's effect", () => {
  it("shows twelve weeks before the rule, and a year at most", () => {
    expect(timelineDays(approved, later(10))).toEqual({ first: "2025-12-07", last: "2026-03-11" });
    const late = timelineDays(approved, later(1_000))!;
    expect(late.last).toBe(later(1_000).slice(0, 10));
    const shown = (Date.parse(late.last) - Date.parse(late.first)) / 86_400_000;
    expect(shown).toBeGreaterThan(350);
    expect(shown).toBeLessThan(364);
    expect(timelineDays(ruleAfter({ command: proposing(), now: later(0) }), later(10))).toBeUndefined();
  });

  it("marks each version that was in force, and ends when the rule was retired", () => {
    const rule = ruleAfter(
      { command: proposing(), now: later(0) },
      { command: approve(person("ana"), 1), now: later(0) },
      { command: approve(person("bo"), 1), now: later(0) },
      { command: modify(person("ana"), 1, "Close it."), now: later(5) },
      { command: approve(person("ana"), 2), now: later(6) },
      { command: approve(person("bo"), 2), now: later(6) },
      { command: retire(person("ana"), "gone"), now: later(20) },
    );
    expect(versionSpans(rule)).toEqual([
      { version: 1, from: later(0), until: later(6) },
      { version: 2, from: later(6), until: later(20) },
    ]);
    expect(timelineDays(rule, later(50))?.last).toBe(later(20).slice(0, 10));
  });

  it("adds up work and occurrences by week, of these agents only, and says what was expected", () => {
    const on = (day: string, count: number, agent = "rio") => ({ day, agent, count });
    const weeks = effectWeeks({
      days: { first: "2026-02-22", last: "2026-03-10" },
      began: "2026-03-01",
      agents: new Set(["rio"]),
      occurrences: [
        on("2026-02-22", 2),
        on("2026-02-28", 1),
        on("2026-03-01", 1),
        on("2026-03-09", 5, "kai"),
      ],
      work: [on("2026-02-25", 10), on("2026-03-02", 20), on("2026-03-10", 5), on("2026-03-11", 99)],
      with_rule: [on("2026-03-02", 18)],
      models: [
        { ...on("2026-03-02", 12), model: "m-2" },
        { ...on("2026-03-03", 13), model: "m-1" },
        { ...on("2026-03-04", 3), model: "m-2" },
      ],
      expected_rate: 0.3,
    });
    expect(weeks).toMatchObject([
      { first: "2026-02-22", last: "2026-02-28", side: "before", runs: 10, recurrences: 3, rate: 0.3 },
      { first: "2026-03-01", side: "since", runs: 20, with_rule: 18, recurrences: 1, expected: 6 },
      {
        first: "2026-03-08",
        last: "2026-03-10",
        side: "since",
        runs: 5,
        recurrences: 0,
        rate: 0,
        expected: 1.5,
      },
    ]);
    expect(weeks[1]!.models).toEqual([
      { model: "m-2", runs: 15 },
      { model: "m-1", runs: 13 },
    ]);
  });

  it.each([
    // Exact limits of Poisson counts, from Ulm (1990): 0 has 0 to 3.689, 10 has 4.795 to 18.39.
    { events: 0, low: 0, high: 3.689 },
    { events: 1, low: 0.0253, high: 5.572 },
    { events: 10, low: 4.795, high: 18.39 },
    { events: 100, low: 81.36, high: 121.63 },
  ])("bands $events recurrences as the exact interval does", ({ events, low, high }) => {
    const band = rateBand({ events, runs: 1 })!;
    expect(Math.abs(band.low - low)).toBeLessThan(0.02 * Math.max(1, low));
    expect(Math.abs(band.high - high)).toBeLessThan(0.02 * high);
    expect(rateBand({ events, runs: 0 })).toBeNull();
  });

  it("marks the day on which an agent changed its model, and no single run of another", () => {
    const runs = (day: number, model: string, count: number) => ({
      day: `2026-03-${String(day).padStart(2, "0")}`,
      agent: "rio",
      model,
      count,
    });
    expect(
      modelChanges([
        runs(1, "m-1", 5),
        runs(2, "m-2", 1),
        runs(3, "m-1", 5),
        runs(9, "m-1", 2),
        runs(9, "m-2", 4),
        runs(10, "m-2", 9),
      ]),
    ).toEqual([{ day: "2026-03-09", agent: "rio", from: "m-1", to: "m-2" }]);
    expect(modelChanges([])).toEqual([]);
  });
});
