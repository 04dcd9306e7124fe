import { describe, expect, it } from "vitest";
import { WorldError } from "../ports/world-error.ts";
import { outlastOutage } from "./outlast-outage.ts";

const during = (error: unknown, times: number) => {
  const waits: number[] = [];
  const told: string[] = [];
  let calls = 0;
  const patiently = outlastOutage(
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
    { code: "store_locked", why: "others let go of it" },
    { code: "store_unreachable", why: "a server comes back" },
    { code: "store_read_only", why: "a primary is named again" },
    { code: "disk_full", why: "room is made" },
  ])("waits for as long as $code lasts, since $why", async ({ code }) => {
    // More often than an event is tried before it is a dead letter.
    const { answer, waits, told } = during(new WorldError(code, "away"), 9);
    expect(await answer).toBe(10);
    expect(waits.slice(0, 4)).toEqual([500, 1_000, 2_000, 4_000]);
    expect(Math.max(...waits)).toBe(30_000);
    expect(told[0]).toBe("learning waits for the store and is tried again in 500 ms: away");
  });

  it.each([
    { why: "what another attempt does not mend", error: new WorldError("record_refused", "too large") },
    { why: "an outage of something else", error: new WorldError("embedder_unreachable", "no answer") },
    { why: "a bug", error: new TypeError("undefined is not a function") },
  ])("passes on $why at once", async ({ error }) => {
    const { answer, waits } = during(error, 1);
    await expect(answer).rejects.toBe(error);
    expect(waits).toEqual([]);
  });
});
