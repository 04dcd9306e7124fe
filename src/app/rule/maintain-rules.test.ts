import { describe, expect, it } from "vitest";
import { maintainRules } from "./maintain-rules.ts";

describe("maintainRules", () => {
  it("goes on round after round, also after one that failed, until it is stopped", async () => {
    const stopping = new AbortController();
    const done: string[] = [];
    let rounds = 0;
    await maintainRules({
      propose: async () => {
        rounds += 1;
        if (rounds === 2) throw new Error("the store is away");
        done.push(`propose ${rounds}`);
        return { proposed: [] };
      },
      expire: async () => {
        done.push("expire");
        return [];
      },
      tendTrials: async () => done.push("trials"),
      measure: async () => done.push("measure"),
      wait: async () => {
        if (rounds === 3) stopping.abort();
      },
      onFault: ({ code, message }) => done.push(`${code}: ${message}`),
    })(stopping.signal);
    expect(done).toEqual([
      "propose 1",
      "expire",
      "trials",
      "measure",
      "tending_failed: rules could not be maintained this time: the store is away",
      "propose 3",
      "expire",
      "trials",
    ]);
  });
});
