import { describe, expect, it } from "vitest";
import { drawnChange, formatInterval, formatMissing, runsMissing, signed } from "./format-effect.ts";
import { inOrder, standfirstOf } from "./rule-order.ts";
import type { RuleEffect, RuleSummary } from "./rule-state.ts";

const effect = (fields: object): RuleEffect =>
  ({
    basis: "runs",
    verdict: "helping",
    before: { runs: 100, events: 40, rate: 0.4 },
    after: { runs: 100, events: 10, rate: 0.1 },
    reduction: 0.75,
    interval: { low: 0.5, high: 0.9 },
    runs_needed: null,
    ...fields,
  }) as RuleEffect;

const rule = (id: string, fields: object): RuleSummary =>
  ({ id, status: "active", in_force: 1, updated_at: "2026-01-01", effect: null, ...fields }) as RuleSummary;

describe("the list of rules", () => {
  it("18.2 is sorted by state, then by the largest certain effect", () => {
    const rules = [
      rule("unmeasured", {}),
      rule("small", { effect: effect({ reduction: 0.2 }) }),
      rule("large", { effect: effect({}) }),
      rule("uncertain", { effect: effect({ verdict: "not_enough", reduction: 0.9 }) }),
      rule("flagged", { status: "flagged" }),
      rule("proposal", { status: "proposed", in_force: null }),
      rule("retired", { status: "retired", in_force: null }),
    ];
    const order = inOrder(rules);
    expect(order.map(({ rule: { id } }) => id)).toEqual([
      "flagged",
      "large",
      "small",
      "uncertain",
      "unmeasured",
      "retired",
    ]);
    expect(standfirstOf(order)).toMatch(/^Five are in force\. /);
  });
});

describe("an effect", () => {
  it("18.2 is drawn as a change with its interval, once there are enough runs", () => {
    const drawn = drawnChange(effect({}))!;
    expect(drawn.change).toBe(-0.75);
    expect(formatInterval(drawn)).toBe("−90 to −50");
    expect(formatInterval(drawnChange(effect({ interval: { low: null, high: 0.9 } }))!)).toBe("−90 or more");
    expect(drawnChange(effect({ after: { runs: 9, events: 0, rate: 0 } }))).toBeUndefined();
  });

  it("18.2 says how many runs are missing, in what it is counted in", () => {
    expect(runsMissing(effect({ runs_needed: 31 }))).toEqual({ needed: 31, done: 100 });
    expect(runsMissing(effect({ basis: "none" }))).toBeUndefined();
    expect(formatMissing(31, effect({}))).toBe("31 more runs");
    expect(formatMissing(1, effect({ basis: "decided_work" }))).toBe("1 more decision");
    expect([-61, 9, -0.2].map((value) => signed(value))).toEqual(["−61", "+9", "0"]);
  });
});
