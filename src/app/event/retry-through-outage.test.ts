import { describe, expect, it } from "vitest";
import { ExternalError } from "../../ports/errors.ts";
import { retryThroughOutage, retryingStore } from "./retry-through-outage.ts";
import { makeFeedback } from "../../../test/contract/make-feedback.ts";
import { openTestStore } from "../../../test/open-test-store.ts";

const during = (error: unknown, times: number) => {
  const waits: number[] = [];
  const told: string[] = [];
  let calls = 0;
  const patiently = retryThroughOutage(
    {
      wait: async (ms) => void waits.push(ms),
      random: () => 0.5,
      signal: new AbortController().signal,
      onFault: ({ message }) => told.push(message),
    },
    "learning",
  );
  const answer = patiently(async () => {
    calls += 1;
    if (calls <= times) throw error;
    return calls;
  });
  return { answer, waits, told };
};

describe("retryThroughOutage", () => {
  it.each([
    { code: "store_locked", whom: "the store", why: "others let go of it" },
    { code: "store_unreachable", whom: "the store", why: "a server comes back" },
    { code: "store_read_only", whom: "the store", why: "a primary is named again" },
    { code: "disk_full", whom: "the store", why: "room is made" },
    { code: "embedding_unreachable", whom: "the embedding server", why: "it comes back too" },
    { code: "embedding_denied", whom: "the embedding server", why: "a key is given another quota" },
    { code: "vectors_unreachable", whom: "the vector server", why: "it comes back as well" },
  ])("waits for as long as $code lasts, since $why", async ({ code, whom }) => {
    // More often than an event is tried before it is a dead letter.
    const { answer, waits, told } = during(new ExternalError(code, "away"), 9);
    expect(await answer).toBe(10);
    expect(waits.slice(0, 4)).toEqual([500, 1_000, 2_000, 4_000]);
    expect(Math.max(...waits)).toBe(30_000);
    expect(told[0]).toBe(`learning is waiting for ${whom}; next attempt in 500 ms: away`);
  });

  it.each([
    { why: "what another attempt does not mend", error: new ExternalError("record_refused", "too large") },
    { why: "a text that a server refuses", error: new ExternalError("embedding_refused", "too long") },
    { why: "a bug", error: new TypeError("undefined is not a function") },
  ])("passes on $why at once", async ({ error }) => {
    const { answer, waits } = during(error, 1);
    await expect(answer).rejects.toBe(error);
    expect(waits).toEqual([]);
  });
});

describe("patientStore", () => {
  it("waits while the store is away, longer each time, and then records", async () => {
    const real = await openTestStore();
    const waits: number[] = [];
    const told: string[] = [];
    let calls = 0;
    const store = retryingStore({
      store: {
        record: (records) =>
          (calls += 1) < 4
            ? Promise.reject(new ExternalError("store_unreachable", "no answer"))
            : real.feedback.record(records),
      },
      wait: async (ms) => void waits.push(ms),
      random: () => 0.5,
      signal: new AbortController().signal,
      onFault: ({ message }) => told.push(message),
    });
    expect(await store.record([makeFeedback(1)])).toMatchObject([{ state: "new" }]);
    expect(waits).toEqual([500, 1_000, 2_000]);
    expect(told[0]).toBe("recording is waiting for the store; next attempt in 500 ms: no answer");
    await real.close();
  });

  it.each([
    {
      why: "a record that is refused",
      error: new ExternalError("record_refused", "too large"),
      stopped: false,
    },
    { why: "a closed store", error: new ExternalError("store_closed", "closed"), stopped: false },
    { why: "a bug", error: new TypeError("undefined is not a function"), stopped: false },
    {
      why: "an outage once it is told to stop",
      error: new ExternalError("disk_full", "full"),
      stopped: true,
    },
  ])("passes on $why", async ({ error, stopped }) => {
    const store = retryingStore({
      store: { record: () => Promise.reject(error) },
      wait: async () => expect.unreachable(),
      random: () => 0,
      signal: stopped ? AbortSignal.abort() : new AbortController().signal,
    });
    await expect(store.record([])).rejects.toBe(error);
  });
});
