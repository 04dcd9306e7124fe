import { describe, expect, it } from "vitest";
import { makeFeedback } from "../../../test/contract/make-feedback.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { relayOutbox, type RelayFault } from "./relay-outbox.ts";

const random = (): number => 0.5;

describe("relayOutbox", () => {
  it("moves everything into the log without waiting, and waits only for more", async () => {
    const store = await openTestStore();
    const { feedback, outbox, events } = store;
    await feedback.record(Array.from({ length: 1_201 }, (_, n) => makeFeedback(n)));
    const waits: number[] = [];
    const stopping = new AbortController();
    const wait = async (ms: number): Promise<void> => {
      waits.push(ms);
      if (waits.length === 1) await feedback.record([makeFeedback(5_000)]);
      else stopping.abort();
    };
    const relay = relayOutbox({ outbox, events, random, wait, pollMs: 70 });
    expect(await relay(stopping.signal)).toBe(1_202);
    expect(waits).toEqual([70, 70]);
    expect(await outbox.depth()).toBe(0);
    expect(await events.backlog("anyone")).toEqual({ waiting: 1_202, pending: 0, dead: 0 });
    await store.close();
  });

  it("keeps events while the log is away, waits longer each time, and says so", async () => {
    const store = await openTestStore();
    await store.feedback.record([makeFeedback(1)]);
    const stopping = new AbortController();
    const [waits, faults]: [number[], RelayFault[]] = [[], []];
    let failures = 0;
    const relay = relayOutbox({
      outbox: store.outbox,
      events: {
        publish: (events) =>
          (failures += 1) > 3 ? store.events.publish(events) : Promise.reject(new Error("away")),
      },
      random,
      pollMs: 1,
      wait: async (ms) => {
        waits.push(ms);
        if (waits.length === 4) stopping.abort();
      },
      onFault: (fault) => faults.push(fault),
    });
    expect(await relay(stopping.signal)).toBe(1);
    expect(waits).toEqual([500, 1_000, 2_000, 1]);
    expect(faults.map(({ message }) => message)[0]).toBe(
      "events could not be published; next attempt in 500 ms: away",
    );
    expect(faults.length).toBe(3);
    await store.close();
  });

  it("finishes the batch in hand when it is asked to stop", async () => {
    const store = await openTestStore();
    await store.feedback.record([makeFeedback(1)]);
    const stopping = new AbortController();
    const relay = relayOutbox({
      outbox: store.outbox,
      events: {
        publish: async (events) => {
          stopping.abort();
          await store.events.publish(events);
        },
      },
      random,
      wait: async () => expect.unreachable(),
    });
    expect(await relay(stopping.signal)).toBe(1);
    expect(await store.outbox.depth()).toBe(0);
    await store.close();
  });
});
