import { describe, expect, it } from "vitest";
import { ExternalError } from "../../ports/world-error.ts";
import { retryThroughOutage } from "./retry-through-outage.ts";

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

describe("outlastOutage", () => {
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
    expect(told[0]).toBe(`learning waits for ${whom} and is tried again in 500 ms: away`);
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
