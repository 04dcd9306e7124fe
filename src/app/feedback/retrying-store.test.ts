import { describe, expect, it } from "vitest";
import { makeFeedback } from "../../../test/contract/make-feedback.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { ExternalError } from "../../ports/world-error.ts";
import { retryingStore } from "./retrying-store.ts";

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
    expect(told[0]).toBe("recording waits for the store and is tried again in 500 ms: no answer");
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
