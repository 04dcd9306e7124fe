import { afterAll, expect, it, vi } from "vitest";
import { formatClock, formatDay, formatMinute } from "./format-date.ts";

// Before the module makes its formatters.
const zone = vi.hoisted(() => {
  const { TZ } = process.env;
  process.env["TZ"] = "America/Los_Angeles";
  return TZ;
});
vi.useFakeTimers({ now: Date.parse("2026-11-19T12:00:00Z"), toFake: ["Date"] });
afterAll(() => {
  vi.useRealTimers();
  if (zone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = zone;
});

it.each([
  ["2026-11-09", "9 Nov"],
  ["2025-11-09", "9 Nov 2025"],
  ["2026-11-09T03:00:00.000Z", "8 Nov"],
])("%s is shown as %s, and a day without a time stays the same day everywhere", (time, shown) => {
  expect(formatDay(time)).toBe(shown);
});

it("times are shown in the reader's time zone", () => {
  expect(formatMinute("2026-11-09T03:05:00.000Z")).toBe("8 Nov 2026, 19:05");
  expect(formatClock("2026-11-09T03:05:00.000Z")).toBe("19:05");
});
