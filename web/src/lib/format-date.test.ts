import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { formatDay } from "./format-date.ts";

beforeAll(() => {
  vi.useFakeTimers({ now: Date.parse("2026-11-19T12:00:00Z"), toFake: ["Date"] });
});
afterAll(() => {
  vi.useRealTimers();
});

it.each([
  ["2026-11-09", "9 Nov"],
  ["2025-11-09", "9 Nov 2025"],
  ["2026-11-09T03:00:00.000Z", "8 Nov"],
])("%s is shown as %s in Los Angeles: a day without a time stays the same day everywhere", (time, shown) => {
  expect(formatDay(time, "America/Los_Angeles")).toBe(shown);
});
