import { describe, expect, it } from "vitest";
import { exampleFeedback } from "../../../test/example-feedback.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { EXAMPLE_CATALOGUE } from "../../../test/examples/example-roll-up.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import { reportPatterns } from "./report-patterns.ts";

const NOW = "2026-03-10T11:42:00Z";

async function filledStore(): Promise<{ store: FeedbackStore; calls: string[] }> {
  const { feedback: store } = await openTestStore();
  await store.record(
    ["rio", "mia", "rio", "rio"].map((agent, index) =>
      exampleFeedback({
        id: `${index}`,
        agent,
        outcome: "rejected",
        tags: ["naming"],
        time: `2026-03-10T0${index + 5}:00:00Z`,
      }),
    ),
  );
  const calls: string[] = [];
  const counted: FeedbackStore = {
    ...store,
    rollUp: (range) => {
      calls.push(`${range.from} ${range.agent ?? "all"}`);
      return store.rollUp(range);
    },
  };
  return { store: counted, calls };
}

describe("reportPatterns", () => {
  it("002 asks the store once for all agents, as far back as alerts look", async () => {
    const { store, calls } = await filledStore();
    const report = await reportPatterns({ store, catalogue: EXAMPLE_CATALOGUE })({ now: NOW, hours: 24 });
    if (!report.ok) throw new Error(report.error.message);
    expect(calls).toEqual(["2026-03-08T06:00:00Z all"]);
    expect(report.value.patterns.map(({ agent, rejected }) => [agent, rejected])).toEqual([
      ["rio", 3],
      ["mia", 1],
    ]);
    expect(report.value.alerts).toMatchObject([{ code: "repeated_tag", agent: "rio", tag: "naming" }]);
  });

  it("answers about one agent alone, even one that did nothing", async () => {
    const { store, calls } = await filledStore();
    const ask = reportPatterns({ store, catalogue: EXAMPLE_CATALOGUE });
    const mia = await ask({ now: NOW, hours: 168, agent: "mia" });
    const nobody = await ask({ now: NOW, hours: 168, agent: "nobody" });
    expect(mia).toMatchObject({ ok: true, value: { patterns: [{ agent: "mia", rejected: 1 }], alerts: [] } });
    expect(nobody).toMatchObject({
      ok: true,
      value: { patterns: [{ agent: "nobody", total: 0 }], alerts: [] },
    });
    expect(calls).toHaveLength(2);
  });

  it("refuses a window that is none, without asking the store", async () => {
    const { store, calls } = await filledStore();
    const report = await reportPatterns({ store, catalogue: EXAMPLE_CATALOGUE })({ now: NOW, hours: 0 });
    expect(report).toMatchObject({ ok: false, error: { code: "invalid_window" } });
    expect(calls).toEqual([]);
  });
});
