import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allAgentPatterns } from "./agent-pattern.ts";
import { detectAlerts } from "./detect-alerts.ts";
import { EXAMPLE_CATALOGUE, exampleWindow, tagRow, workRow } from "../../../test/examples/example-roll-up.ts";
import type { AgentHour, RollUp, RollUpHour } from "./roll-up.ts";

const window = exampleWindow(24);
const agents = fc.constantFrom("rio", "clay", "__proto__", "constructor", "", "\u0000");
const tags = fc.constantFrom("tests_failing", "scope_creep", "__proto__", "toString", "");
const ago = fc.integer({ min: -3, max: 60 });
const count = fc.nat({ max: 6 });
const counts = fc.record({
  submitted: count,
  approved: count,
  approved_with_changes: count,
  rejected: count,
});
const rollUps: fc.Arbitrary<RollUp> = fc.record({
  hours: fc.array(
    fc.tuple(agents, ago, counts).map((row) => workRow(...row)),
    { maxLength: 40 },
  ),
  tags: fc.array(
    fc.tuple(agents, tags, ago, count).map((row) => tagRow(...row)),
    { maxLength: 40 },
  ),
});

const report = (rows: RollUp): string =>
  JSON.stringify([allAgentPatterns(rows, window, EXAMPLE_CATALOGUE), detectAlerts(rows, window)]);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, next) => total + next, 0);

describe("002.5 laws of patterns", () => {
  it("sums equal the breakdown and the series", () => {
    fc.assert(
      fc.property(rollUps, (rows) => {
        const all = allAgentPatterns(rows, window, EXAMPLE_CATALOGUE, { topIssues: 100 });
        const inWindow = ({ hour }: { readonly hour: RollUpHour }): boolean =>
          String(hour) >= window.from && String(hour) < window.to;
        expect(sum(all.map(({ decided }) => decided))).toBe(
          sum(
            rows.hours.filter(inWindow).map((row) => row.approved + row.approved_with_changes + row.rejected),
          ),
        );
        expect(sum(all.flatMap(({ issue_breakdown }) => Object.values(issue_breakdown)))).toBe(
          sum(rows.tags.filter(inWindow).map((row) => row.count)),
        );
        for (const one of all) {
          expect(one.decided).toBe(one.approved + one.rejected);
          expect(one.total).toBeGreaterThanOrEqual(one.decided);
          expect(sum(one.series.map(({ decided }) => decided))).toBe(one.decided);
          expect(sum(one.series.map(({ rejected }) => rejected))).toBe(one.rejected);
          expect(one.top_issues.map((issue) => [issue.tag, issue.count])).toEqual(
            Object.entries(one.issue_breakdown),
          );
        }
      }),
    );
  });

  it("every rate is from 0 to 1, or null where nothing is decided", () => {
    fc.assert(
      fc.property(rollUps, (rows) => {
        for (const one of allAgentPatterns(rows, window, EXAMPLE_CATALOGUE)) {
          expect(one.approval_rate === null).toBe(one.decided === 0);
          const rates = [
            one.approval_rate,
            one.rejection_share,
            one.trend.approval_rate_before,
            ...one.top_issues.map(({ share }) => share),
            ...one.series.map(({ approval_rate }) => approval_rate),
          ];
          for (const rate of rates) expect(rate === null || (rate >= 0 && rate <= 1)).toBe(true);
        }
      }),
    );
  });

  it("the order of rows does not matter, to the last byte", () => {
    const shuffled = rollUps.chain((rows) =>
      fc.record({
        rows: fc.constant(rows),
        hours: fc.shuffledSubarray([...rows.hours], { minLength: rows.hours.length }),
        tags: fc.shuffledSubarray([...rows.tags], { minLength: rows.tags.length }),
      }),
    );
    fc.assert(
      fc.property(shuffled, ({ rows, ...other }) => {
        expect(report(other)).toBe(report(rows));
      }),
    );
  });

  it("splitting a row in two changes nothing", () => {
    fc.assert(
      fc.property(rollUps, (rows) => {
        const without = (row: AgentHour): AgentHour => ({ ...row, rejected: 0, submitted: 0 });
        const rest = (row: AgentHour): AgentHour => ({ ...row, approved: 0, approved_with_changes: 0 });
        const half = (row: RollUp["tags"][number]) => [
          { ...row, count: Math.floor(row.count / 2) },
          { ...row, count: Math.ceil(row.count / 2) },
        ];
        const split = {
          hours: rows.hours.flatMap((row) => [without(row), rest(row)]),
          tags: rows.tags.flatMap(half),
        };
        expect(report(split)).toBe(report(rows));
      }),
    );
  });

  it("work that waits changes no rate", () => {
    fc.assert(
      fc.property(rollUps, fc.array(fc.tuple(agents, ago, count)), (rows, waiting) => {
        const more = waiting.map(([agent, hour, submitted]) => workRow(agent, hour, { submitted }));
        const ratesOf = (some: RollUp) =>
          allAgentPatterns(some, window, EXAMPLE_CATALOGUE)
            .filter(({ decided }) => decided > 0)
            .map(({ agent, approval_rate, rejection_share, trend }) => ({
              agent,
              approval_rate,
              rejection_share,
              trend,
            }));
        expect(ratesOf({ ...rows, hours: [...rows.hours, ...more] })).toEqual(ratesOf(rows));
      }),
    );
  });

  it("never throws, whatever the rows hold", () => {
    const number = fc.oneof(fc.double(), fc.integer(), fc.constant(Number.MAX_SAFE_INTEGER));
    const hour = fc.oneof(fc.string(), fc.constant(window.from), fc.constant("9999-12-31T23:00:00Z"));
    const rows = fc.record({
      hours: fc.array(
        fc.record({
          agent: fc.string(),
          hour,
          submitted: number,
          approved: number,
          approved_with_changes: number,
          rejected: number,
        }),
      ),
      tags: fc.array(fc.record({ agent: fc.string(), tag: fc.string(), hour, count: number })),
    });
    fc.assert(
      fc.property(rows, (some) => {
        expect(report(some)).not.toContain("NaN");
      }),
    );
  });
});
