import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createDailyBudget } from "./daily-budget.ts";

describe("createDailyBudget", () => {
  it("never promises more tokens or calls than a day has", () => {
    const spending = fc.record({ hours: fc.nat(12), estimated: fc.nat(50), actual: fc.option(fc.nat(50)) });
    fc.assert(
      fc.property(fc.array(spending, { maxLength: 60 }), (calls) => {
        let time = Date.UTC(2026, 2, 1);
        const budget = createDailyBudget({ callsPerDay: 5, tokensPerDay: 100 }, () => new Date(time));
        const days = new Map<string, { calls: number; tokens: number }>();
        for (const { hours, estimated, actual } of calls) {
          time += hours * 3_600_000;
          const day = new Date(time).toISOString().slice(0, 10);
          const spent = days.get(day) ?? { calls: 0, tokens: 0 };
          days.set(day, spent);
          const settle = budget.take(estimated);
          const fits = spent.calls < 5 && spent.tokens + estimated <= 100;
          expect(settle !== undefined).toBe(fits);
          if (settle === undefined) continue;
          if (actual !== null) settle(actual);
          spent.calls += 1;
          spent.tokens += actual ?? estimated;
        }
      }),
    );
  });

  it("charges nothing to a day for a call of the day before", () => {
    let now = "2026-03-01T23:59:59Z";
    const budget = createDailyBudget({ tokensPerDay: 10 }, () => new Date(now));
    const settle = budget.take(4)!;
    now = "2026-03-02T00:00:00Z";
    expect(budget.take(10)).toBeDefined();
    settle(1_000);
    expect(budget.take(0)).toBeDefined();
    expect(budget.take(1)).toBeUndefined();
  });

  it("is reported once a day", () => {
    let now = "2026-03-01T01:00:00Z";
    const budget = createDailyBudget({}, () => new Date(now));
    expect([budget.reportOnce(), budget.reportOnce()]).toEqual([true, false]);
    now = "2026-03-02T01:00:00Z";
    expect([budget.reportOnce(), budget.reportOnce()]).toEqual([true, false]);
  });
});
