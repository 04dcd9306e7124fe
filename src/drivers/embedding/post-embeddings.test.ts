import { describe, expect, it } from "vitest";
import { pauseMs } from "./post-embeddings.ts";

const plan = { attempts: 5, baseMs: 100, capMs: 2_000 };
const now = Date.parse("2026-01-01T00:00:00Z");

describe("the pause before another attempt", () => {
  it.each([
    ["seconds", "1", 1_000],
    ["no time at all", "0", 0],
    ["more than the cap", "3600", 2_000],
    ["a date", "Thu, 01 Jan 2026 00:00:01 GMT", 1_000],
    ["a date that has passed", "Wed, 31 Dec 2025 00:00:00 GMT", 0],
  ])("is what the server asks for: %s", (_, asked, expected) => {
    expect(pauseMs(plan, 1, asked, now)).toBe(expected);
  });

  it.each([[null], ["soon"], ["-5x"], [""]])(
    "is any time up to a bound that doubles when it asks %j",
    (asked) => {
      for (const [attempt, bound] of [
        [1, 100],
        [2, 200],
        [4, 800],
        [9, 2_000],
      ] as const) {
        const delays = Array.from({ length: 200 }, () => pauseMs(plan, attempt, asked, now));
        expect(Math.min(...delays)).toBeGreaterThanOrEqual(0);
        expect(Math.max(...delays)).toBeLessThanOrEqual(bound);
      }
    },
  );
});
