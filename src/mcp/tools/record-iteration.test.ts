import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeDocument } from "../../../test/make-round.ts";
import { type McpSession, openMcp } from "../../../test/mcp-session.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import type { Store } from "../../ports/store.ts";

let store: Store;
let session: McpSession;
beforeEach(async () => {
  store = await openTestStore();
  session = await openMcp(store);
});
afterEach(async () => {
  await session.close();
  await store.close();
});

const record = (number: number) =>
  session.call("record_iteration", { task: "PAY-17", document: makeDocument(number) });

describe("record_iteration and iteration_history", () => {
  it("17.1 record rounds, say what repeats and escalates, and tell the history again", async () => {
    await record(1);
    const second = await record(2);
    expect(second.structured).toMatchObject({
      state: "new",
      findings: [{ class: "repeated" }],
      escalated: [],
      outlook: { answer: "too_early" },
    });
    const third = await record(3);
    expect(third.structured).toMatchObject({
      round_count: 3,
      best_round: 1,
      outlook: { answer: "not_settling" },
    });
    expect(third.structured["escalated"]).toHaveLength(1);
    expect(third.text).toContain("Escalated, ask a person");
    const told = await session.call("iteration_history", { task: "PAY-17", limit: 2 });
    expect(told.structured).toMatchObject({
      round_count: 3,
      rates: { follow_rate: { value: 0, target: 0.9, met: false } },
      repeated: [{ rounds: 3, open: true }],
    });
    expect(told.structured["rounds"]).toHaveLength(2);
  });

  it("17.1 refuse what cannot be recorded or is not there, with the code", async () => {
    await record(2);
    expect((await record(1)).text).toContain("[round_out_of_order]");
    const unfit = await session.call("record_iteration", { task: "T", document: { id: "x" } });
    expect([unfit.isError, unfit.text.includes("[document_unfit]")]).toEqual([true, true]);
    expect((await session.call("iteration_history", { task: "T" })).text).toContain("[task_not_found]");
  });
});
