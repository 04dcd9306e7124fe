import { describe, expect, it } from "vitest";
import { startOfDays, countAround, measuredDays } from "./count-around.ts";
import {
  again,
  approve,
  EXAMPLE_TIME,
  later,
  modify,
  person,
  proposing,
  retire,
  ruleAfter,
  type Step,
} from "../../../test/examples/example-rule.ts";
import type { RuleCommand } from "./rule-command.ts";

const at = (days: number, ...commands: readonly RuleCommand[]): readonly Step[] =>
  commands.map((command) => ({ command, now: later(days) }));
const yes = (version: number): readonly RuleCommand[] => [
  approve(person("ana"), version),
  approve(person("bo"), version),
];
const FIRST = [...at(0, proposing(), ...yes(1)), ...at(5, modify(person("ana"), 1, "Close it."), ...yes(2))];

describe("beganAt", () => {
  it.each([
    { why: "nothing is in force", steps: at(0, proposing()), began: undefined },
    { why: "one version is", steps: at(0, proposing(), ...yes(1)), began: EXAMPLE_TIME },
    { why: "a later version is: since the first", steps: FIRST, began: EXAMPLE_TIME },
    {
      why: "it was retired between: since it came back",
      steps: [...FIRST, ...at(9, retire(person("ana"), "gone")), ...at(20, again(["fb_9"]), ...yes(3))],
      began: later(20),
    },
  ])("says when it began where $why", ({ steps, began }) => {
    expect(startOfDays(ruleAfter(...steps))).toBe(began);
  });
});

describe("measuredDays", () => {
  it("leaves out the day of coming into force, and looks back no further than is useful", () => {
    const rule = ruleAfter(...at(0, proposing(), ...yes(1)));
    expect(measuredDays(rule, later(10))).toEqual({
      before: { first: "2026-01-30", last: "2026-02-28" },
      after: { first: "2026-03-02", last: "2026-03-11" },
    });
    expect(measuredDays(rule, later(400))?.after.first).toBe(later(311).slice(0, 10));
  });
});

describe("countAround", () => {
  const days = {
    before: { first: "2026-02-01", last: "2026-02-28" },
    after: { first: "2026-03-02", last: "2026-03-20" },
  };
  const on = (day: string, count: number, agent = "rio") => ({ day, agent, count });

  it("counts mistakes only from the first day with work on, of these agents, on each side by itself", () => {
    const occurrences = [
      on("2026-02-02", 9),
      on("2026-02-11", 2),
      on("2026-03-01", 7),
      on("2026-03-03", 1),
      on("2026-03-03", 5, "kai"),
    ];
    const work = {
      before: [on("2026-02-10", 4), on("2026-02-12", 6), on("2026-02-01", 0)],
      after: [on("2026-03-04", 8), on("2026-03-04", 50, "kai"), on("2026-03-21", 1)],
    };
    expect(countAround(days, new Set(["rio"]), occurrences, work)).toEqual({
      before: { events: 2, runs: 10 },
      after: { events: 1, runs: 8 },
      before_from: "2026-02-10",
    });
  });

  it("counts nothing before where no work is known", () => {
    expect(countAround(days, new Set(["rio"]), [on("2026-02-02", 9)], { before: [], after: [] })).toEqual({
      before: { events: 0, runs: 0 },
      after: { events: 0, runs: 0 },
      before_from: null,
    });
  });
});
