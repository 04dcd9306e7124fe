import { expect, it } from "vitest";
import type { CheckStore } from "../../src/ports/check-store.ts";
import { EXAMPLE_CHECK_ID } from "../examples/example-check.ts";
import { daysAfter } from "../../src/core/time/time.ts";
import { timeAt } from "./make-feedback.ts";

/** What a store of checks promises about runs in hooks. */
export function describeHookRuns(store: () => CheckStore): void {
  it("tell in whose hooks checks ran since a time, and nothing of other runs", async () => {
    const checks = store();
    const ran = [{ check_id: EXAMPLE_CHECK_ID, files: 1 }];
    await checks.report({ time: timeAt(9), ran, hits: [] });
    expect(await checks.hookRuns("2020-01-01T00:00:00Z")).toEqual([]);
    const runs = [
      ["rio", 5],
      ["mia", 3],
      ["rio", 1],
    ] as const;
    for (const [hook_of, minute] of runs)
      await checks.report({ time: timeAt(minute), ran, hits: [], hook_of });
    const since = async (time: string) => (await checks.hookRuns(time)).map(({ agent }) => agent);
    expect(await since(timeAt(0))).toEqual(["rio", "mia"]);
    expect(await checks.hookRuns(timeAt(5))).toEqual([{ check_id: EXAMPLE_CHECK_ID, agent: "rio" }]);
    expect(await since(timeAt(6))).toEqual([]);
  });

  it("tell since when a check has been alive in a hook", async () => {
    const checks = store();
    const ran = [{ check_id: EXAMPLE_CHECK_ID, files: 1 }];
    const report = (daysAgo: number, hook_of: string) =>
      checks.report({ time: daysAfter(new Date().toISOString(), -daysAgo), ran, hits: [], hook_of });
    await report(30, "rio");
    expect(await checks.hookSpans()).toEqual([]);
    for (const days of [3, 1, 2]) await report(days, "rio");
    const [span, ...more] = await checks.hookSpans();
    expect(more).toEqual([]);
    expect(span).toMatchObject({ check_id: EXAMPLE_CHECK_ID, agent: "rio" });
    const dayOf = (time = ""): string => time.slice(0, 10);
    const now = new Date().toISOString();
    expect([dayOf(span?.since), dayOf(span?.last_ran)]).toEqual([dayOf(now), dayOf(daysAfter(now, -1))]);
    await report(0, "mia");
    expect((await checks.hookSpans()).map(({ agent }) => agent).toSorted()).toEqual(["mia", "rio"]);
  });
}
