import { describe, expect, it } from "vitest";
import { agentPattern, allAgentPatterns } from "./agent-pattern.ts";
import {
  EXAMPLE_CATALOGUE,
  exampleWindow,
  hoursAgo,
  tagRow,
  workRow,
} from "../../../test/examples/example-roll-up.ts";
import type { AgentHour, RollUp } from "./roll-up.ts";

const week = exampleWindow(168);
const pattern = (rows: Partial<RollUp>, window = week) =>
  agentPattern("rio", { hours: [], tags: [], ...rows }, window, EXAMPLE_CATALOGUE);
const work = (ago: number, counts: Partial<AgentHour>): AgentHour => workRow("rio", ago, counts);

describe("002.5 approval rate", () => {
  it.each<{ why: string; hours: readonly AgentHour[]; expected: object }>([
    {
      why: "only decided work counts; what waits is in the total",
      hours: [work(1, { submitted: 10, approved: 3, rejected: 1 })],
      expected: { total: 10, decided: 4, rejected: 1, approval_rate: 0.75, rejection_share: 0.25 },
    },
    {
      why: "nothing decided gives no rate, not a rate of zero",
      hours: [work(1, { submitted: 4 })],
      expected: { total: 4, decided: 0, approval_rate: null, rejection_share: null },
    },
    {
      why: "work accepted with changes is accepted",
      hours: [work(1, { submitted: 4, approved: 1, approved_with_changes: 1, rejected: 2 })],
      expected: { approved: 2, approved_with_changes: 1, approval_rate: 0.5 },
    },
    {
      why: "everything rejected is a rate of zero",
      hours: [work(1, { submitted: 2, rejected: 2 })],
      expected: { approval_rate: 0, rejection_share: 1 },
    },
    {
      why: "work submitted before the window and decided in it is part of the total",
      hours: [work(168, { submitted: 3 }), work(2, { approved: 3 })],
      expected: { total: 3, decided: 3, approval_rate: 1 },
    },
    {
      why: "rows of the same hour add up",
      hours: [work(5, { approved: 1 }), work(5, { approved: 1 }), work(5, { rejected: 2 })],
      expected: { decided: 4, approval_rate: 0.5 },
    },
    {
      why: "the first hour is in, the hour before belongs to the previous window",
      hours: [
        work(167, { rejected: 1 }),
        work(168, { rejected: 7 }),
        work(335, { rejected: 1 }),
        work(336, { rejected: 9 }),
      ],
      expected: { rejected: 1, trend: expect.objectContaining({ decided_before: 8 }) },
    },
    {
      why: "rows from a clock that is ahead are left out",
      hours: [work(-1, { rejected: 5 }), work(0, { approved: 1 })],
      expected: { decided: 1, rejected: 0 },
    },
    {
      why: "other agents do not count",
      hours: [workRow("clay", 1, { rejected: 5 }), work(1, { approved: 1 })],
      expected: { decided: 1, rejected: 0 },
    },
    {
      why: "what is no count adds nothing",
      hours: [
        work(1, { approved: Number.NaN, rejected: -3, submitted: Number.POSITIVE_INFINITY }),
        work(1, { approved: 0.5 }),
      ],
      expected: { total: 0, decided: 0, approval_rate: null },
    },
    {
      why: "an unreadable hour adds nothing",
      hours: [{ ...work(1, { rejected: 4 }), hour: "noon" }],
      expected: { decided: 0 },
    },
  ])("$why", ({ hours, expected }) => {
    expect(pattern({ hours })).toMatchObject(expected);
  });

  it("002.6: reads an hour at any offset and precision", () => {
    const hour = hoursAgo(0);
    const local = `${hour.slice(0, 11)}13:00:00.000+02:00`;
    expect(
      pattern({ hours: [work(0, { approved: 1 }), { ...work(0, { rejected: 1 }), hour: local }] }).decided,
    ).toBe(2);
  });

  it("an agent nobody knows has a pattern without work", () => {
    const nobody = pattern({});
    expect(nobody).toMatchObject({
      agent: "rio",
      period_hours: 168,
      total: 0,
      approval_rate: null,
      top_issues: [],
    });
    expect(nobody.trend.direction).toBe("no_data");
    expect(nobody.series).toHaveLength(7);
  });
});

describe("002.5 trend", () => {
  const decided = (approved: number, rejected: number) => ({ approved, rejected });
  it.each([
    { why: "more approved", before: decided(5, 5), now: decided(8, 2), delta: 30, direction: "improving" },
    { why: "fewer approved", before: decided(8, 2), now: decided(5, 5), delta: -30, direction: "worsening" },
    { why: "no change", before: decided(6, 4), now: decided(3, 2), delta: 0, direction: "steady" },
    {
      why: "below five points",
      before: decided(50, 50),
      now: decided(54, 46),
      delta: 4,
      direction: "steady",
    },
    {
      why: "exactly five points",
      before: decided(50, 50),
      now: decided(55, 45),
      delta: 5,
      direction: "improving",
    },
    {
      why: "exactly five points down",
      before: decided(11, 9),
      now: decided(10, 10),
      delta: -5,
      direction: "worsening",
    },
    { why: "too few before", before: decided(4, 0), now: decided(0, 9), delta: -100, direction: "no_data" },
    { why: "too few now", before: decided(9, 0), now: decided(2, 2), delta: -50, direction: "no_data" },
    {
      why: "just enough on both sides",
      before: decided(5, 0),
      now: decided(0, 5),
      delta: -100,
      direction: "worsening",
    },
    { why: "nothing before", before: decided(0, 0), now: decided(9, 9), delta: null, direction: "no_data" },
    { why: "nothing now", before: decided(9, 9), now: decided(0, 0), delta: null, direction: "no_data" },
  ])("$why: $direction", ({ before, now, delta, direction }) => {
    const { trend } = pattern({ hours: [work(200, before), work(3, now)] });
    expect(trend).toMatchObject({ delta_points: delta, direction, minimum_sample: 5 });
  });
});

describe("top issues", () => {
  it("come with gate, fix and share; unknown tags stay visible; ties are in the order of tags", () => {
    const tags = [
      tagRow("rio", "zz_private", 3, 2),
      tagRow("rio", "tests_failing", 3, 2),
      tagRow("rio", "tests_failing", 9, 1),
      tagRow("rio", "tests_failing", 170, 4),
      tagRow("rio", "__proto__", 4, 2),
    ];
    const { top_issues, issue_breakdown } = pattern({ hours: [work(3, { rejected: 4 })], tags });
    expect(top_issues[0]).toMatchObject({
      tag: "tests_failing",
      count: 3,
      count_before: 4,
      share: 0.75,
      registered: true,
      gate: "Test suite",
      route: EXAMPLE_CATALOGUE.find("tests_failing")?.route,
      fix: EXAMPLE_CATALOGUE.find("tests_failing")?.fix,
    });
    expect(top_issues.slice(1)).toEqual(
      ["__proto__", "zz_private"].map((tag) => ({
        tag,
        count: 2,
        count_before: 0,
        share: 0.5,
        registered: false,
        gate: null,
        fix: null,
        auto_fixable: false,
        route: null,
      })),
    );
    expect(JSON.stringify(issue_breakdown)).toBe('{"tests_failing":3,"__proto__":2,"zz_private":2}');
  });

  it("are five unless asked otherwise, and the breakdown has all", () => {
    const tags = Array.from({ length: 8 }, (_, index) => tagRow("rio", `t${index}`, 1));
    const rows = { hours: [], tags };
    expect(pattern(rows).top_issues).toHaveLength(5);
    expect(agentPattern("rio", rows, week, EXAMPLE_CATALOGUE, { topIssues: 2 }).top_issues).toHaveLength(2);
    expect(Object.keys(pattern(rows).issue_breakdown)).toHaveLength(8);
  });

  it.each([
    { why: "no share of no rejections", rejected: 0, share: null },
    { why: "never more than all", rejected: 2, share: 1 },
  ])("$why", ({ rejected, share }) => {
    const rows = { hours: [work(1, { rejected })], tags: [tagRow("rio", "scope", 1, 3)] };
    expect(pattern(rows).top_issues[0]?.share).toBe(share);
  });
});

describe("series", () => {
  it.each([
    { why: "by hour", hours: 24, slices: 24, length: 1, first: 1 },
    { why: "by hour for two days at most", hours: 48, slices: 48, length: 1, first: 1 },
    { why: "by day, the first one shorter", hours: 49, slices: 3, length: 24, first: 1 },
    { why: "by day", hours: 720, slices: 30, length: 24, first: 24 },
    { why: "by week", hours: 8760, slices: 53, length: 168, first: 24 },
  ])("$hours hours $why", ({ hours, slices, length, first }) => {
    const window = exampleWindow(hours);
    const { series } = pattern({}, window);
    const lengths = series.map(({ from, to }) => (Date.parse(to) - Date.parse(from)) / 3_600_000);
    expect(lengths).toEqual([first, ...Array.from({ length: slices - 1 }, () => length)]);
    expect([series[0]?.from, series.at(-1)?.to]).toEqual([window.from, window.to]);
    for (const [index, slice] of series.slice(1).entries()) expect(slice.from).toBe(series[index]?.to);
  });

  it("puts each hour into its slice", () => {
    const hours = [
      work(167, { rejected: 1 }),
      work(144, { rejected: 1 }),
      work(143, { approved: 1 }),
      work(0, { approved: 2, rejected: 2 }),
    ];
    const rates = pattern({ hours }).series.map(({ approval_rate }) => approval_rate);
    expect(rates).toEqual([0, 1, null, null, null, null, 0.5]);
  });
});

describe("002.6 allAgentPatterns", () => {
  it("gives every agent of the window, most rejections first, from the same rows", () => {
    const rows = {
      hours: [
        workRow("idle", 400, { rejected: 9 }),
        workRow("before", 200, { rejected: 9 }),
        workRow("clay", 3, { approved: 4 }),
        workRow("ada", 3, { approved: 4 }),
        workRow("rio", 3, { rejected: 2 }),
        workRow("zoe", 3, { submitted: 1 }),
        workRow("__proto__", 3, { approved: 9 }),
      ],
      tags: [tagRow("rio", "scope", 3, 2), tagRow("constructor", "scope", 3)],
    };
    const all = allAgentPatterns(rows, week, EXAMPLE_CATALOGUE);
    expect(all.map(({ agent }) => agent)).toEqual(["rio", "__proto__", "ada", "clay", "constructor", "zoe"]);
    for (const one of all) expect(agentPattern(one.agent, rows, week, EXAMPLE_CATALOGUE)).toEqual(one);
  });
});
