import { afterAll, beforeAll, expect, it, vi } from "vitest";

import type * as FormatDate from "./format-date.ts";

const { TZ } = process.env;
let dates: typeof FormatDate;
beforeAll(async () => {
  process.env["TZ"] = "America/Los_Angeles";
  vi.useFakeTimers({ now: Date.parse("2026-11-19T12:00:00Z"), toFake: ["Date"] });
  // The module makes its formatters in the time zone of the moment.
  vi.resetModules();
  dates = await import("./format-date.ts");
});
afterAll(() => {
  vi.useRealTimers();
  vi.resetModules();
  if (TZ === undefined) delete process.env["TZ"];
  else process.env["TZ"] = TZ;
});

it.each([
  ["2026-11-09", "9 Nov"],
  ["2025-11-09", "9 Nov 2025"],
  ["2026-11-09T03:00:00.000Z", "8 Nov"],
])("%s is shown as %s, and a day without a time stays the same day everywhere", (time, shown) => {
  expect(dates.formatDay(time)).toBe(shown);
});

it("times are shown in the reader's time zone", () => {
  expect(dates.formatMinute("2026-11-09T03:05:00.000Z")).toBe("8 Nov 2026, 19:05");
  expect(dates.formatClock("2026-11-09T03:05:00.000Z")).toBe("19:05");
});
