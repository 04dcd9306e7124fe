import { describe, expect, it } from "vitest";
import { daySpan } from "./day-span.ts";

describe("daySpan", () => {
  it.each([
    { from: "2026-03-01T00:00:00Z", to: "2026-03-02T00:00:00Z", days: "2026-03-01 2026-03-01", why: "a day" },
    {
      from: "2026-03-01T23:59:59Z",
      to: "2026-03-02T00:00:00.001Z",
      days: "2026-03-01 2026-03-02",
      why: "its ends",
    },
    {
      from: "2026-03-01T01:00:00+02:00",
      to: "2026-03-01T02:00:00+02:00",
      days: "2026-02-28 2026-02-28",
      why: "another zone",
    },
    {
      from: "2024-02-01T00:00:00Z",
      to: "2024-03-01T00:00:00Z",
      days: "2024-02-01 2024-02-29",
      why: "a leap year",
    },
    {
      from: "0001-01-01T00:00:00Z",
      to: "9998-12-31T00:00:00Z",
      days: "0001-01-01 9998-12-30",
      why: "all time",
    },
  ])("knows the days of $why", ({ from, to, days }) => {
    const { first, last } = daySpan({ from, to });
    expect(`${first} ${last}`).toBe(days);
  });

  it("takes no day for a time", () => {
    expect(() => daySpan({ from: "2026-03-01", to: "2026-03-02" })).toThrow(RangeError);
  });
});
