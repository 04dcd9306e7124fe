import { expect, it } from "vitest";
import type { CheckStore } from "../../src/ports/check-store.ts";
import { EXAMPLE_CHECK_ID } from "../examples/example-check.ts";
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
}
