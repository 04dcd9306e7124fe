import { describe, expect, it } from "vitest";
import { makeEvent } from "../../../test/contract/make-event.ts";
import { readAll } from "../../../test/contract/read-all.ts";
import { makeDecision } from "../../../test/make-decision.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { type LogEntry, UnfitEvent } from "../../ports/event-log.ts";
import { ingestDecisions } from "./ingest-decisions.ts";

const now = (): string => "2026-05-01T12:00:00.000Z";
const entry = (event: unknown, at = 1): LogEntry => ({ id: String(at), event, attempt: 1 });
const wrapped = (data: unknown): unknown => ({
  specversion: "1.0",
  id: "e-1",
  source: "/hitl",
  type: "hitl.decided",
  data,
});

async function open() {
  const store = await openTestStore();
  return { store, handle: ingestDecisions({ store: store.feedback, now }) };
}

describe("takeInDecisions", () => {
  it("003.1: records decisions, bare or wrapped, in one step, and passes over what Emend tells", async () => {
    const { store, handle } = await open();
    let calls = 0;
    const counting = ingestDecisions({
      store: {
        record: (feedback) => {
          calls += 1;
          return store.feedback.record(feedback);
        },
      },
      now,
    });
    await counting([entry(makeDecision(1)), entry(makeEvent(1)), entry(wrapped(makeDecision(2)))]);
    await handle([entry(makeEvent(2))]);
    const records = await readAll(store.feedback);
    expect(records.map(({ source }) => source.ref ?? "").toSorted()).toEqual(["decision-1", "decision-2"]);
    expect(calls).toBe(1);
    await store.close();
  });

  it("003.1: a redelivered decision is one record, with one event and one count", async () => {
    const { store, handle } = await open();
    for (const event of [makeDecision(1), wrapped(makeDecision(1)), makeDecision(1)])
      await handle([entry(event)]);
    await handle([entry(makeDecision(1)), entry(makeDecision(1))]);
    expect((await readAll(store.feedback)).length).toBe(1);
    expect(await store.outbox.depth()).toBe(1);
    await store.close();
  });

  it("003.1: of decisions that arrive at once under one id, one wins and stays", async () => {
    const { store, handle } = await open();
    const rivals = Array.from({ length: 8 }, (_, n) =>
      makeDecision(n, { decision_id: "contested", reviewer_id: `reviewer-${n}` }),
    );
    await Promise.all(rivals.map((event) => handle([entry(event)])));
    const [winner, ...others] = await readAll(store.feedback);
    expect(others).toEqual([]);
    await Promise.all(rivals.map((event) => handle([entry(event)])));
    expect(await readAll(store.feedback)).toEqual([winner]);
    await store.close();
  });

  it.each<{ why: string; event: unknown; says: RegExp }>([
    { why: "nothing", event: null, says: /the event/ },
    { why: "a text", event: "decided", says: /the event/ },
    { why: "a list", event: [makeDecision(1)], says: /the event/ },
    { why: "no reviewer", event: makeDecision(1, { reviewer_id: "" }), says: /reviewer_id/ },
    {
      why: "another word for the decision",
      event: { ...makeDecision(1), decision: "YES" },
      says: /decision: /,
    },
    { why: "a time that is none", event: makeDecision(1, { timestamp: "soon" }), says: /timestamp/ },
    { why: "an envelope with nothing in it", event: wrapped(undefined), says: /the event/ },
    { why: "an envelope around an envelope", event: wrapped(wrapped(makeDecision(1))), says: /decision_id/ },
  ])("refuses $why as unfit, and says why", async ({ event, says }) => {
    const { store, handle } = await open();
    const error: unknown = await handle([entry(event)]).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnfitEvent);
    expect((error as Error).message).toMatch(says);
    await store.close();
  });

  it("records the others of a call in which one is unfit", async () => {
    const { store, handle } = await open();
    const given = handle([entry(makeDecision(1)), entry({}), entry(makeDecision(2))]);
    await expect(given).rejects.toBeInstanceOf(UnfitEvent);
    expect((await readAll(store.feedback)).length).toBe(2);
    await store.close();
  });

  it("passes the store's error on, so that the event is tried again", async () => {
    const { store, handle } = await open();
    await store.close();
    await expect(handle([entry(makeDecision(1))])).rejects.toMatchObject({ code: "store_closed" });
  });
});
