import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseWindow, windowOf } from "./pattern-window.ts";
import { toHour } from "../time/time.ts";

describe("002.6 windowOf", () => {
  it.each([
    {
      why: "the hour that runs is part of it",
      now: "2026-03-10T11:42:00Z",
      hours: 24,
      window: ["2026-03-08T12:00:00Z", "2026-03-09T12:00:00Z", "2026-03-10T12:00:00Z"],
    },
    {
      why: "an hour that just began counts too",
      now: "2026-03-10T11:00:00Z",
      hours: 1,
      window: ["2026-03-10T10:00:00Z", "2026-03-10T11:00:00Z", "2026-03-10T12:00:00Z"],
    },
    {
      why: "a local clock changes nothing",
      now: "2026-03-10T12:42:00+01:00",
      hours: 168,
      window: ["2026-02-24T12:00:00Z", "2026-03-03T12:00:00Z", "2026-03-10T12:00:00Z"],
    },
    {
      why: "a year is the most",
      now: "2026-03-10T11:42:00Z",
      hours: 8760,
      window: ["2024-03-10T12:00:00Z", "2025-03-10T12:00:00Z", "2026-03-10T12:00:00Z"],
    },
  ])("$why", ({ now, hours, window: [previousFrom, from, to] }) => {
    expect(windowOf(now, hours)).toEqual({ ok: true, value: { hours, from, to, previousFrom } });
  });

  it.each([
    { why: "no time at all", now: "2026-03-10T11:42:00Z", hours: 0 },
    { why: "time backwards", now: "2026-03-10T11:42:00Z", hours: -24 },
    { why: "part of an hour", now: "2026-03-10T11:42:00Z", hours: 1.5 },
    { why: "more than a year", now: "2026-03-10T11:42:00Z", hours: 8761 },
    { why: "no number", now: "2026-03-10T11:42:00Z", hours: Number.NaN },
    { why: "no end", now: "2026-03-10T11:42:00Z", hours: Number.POSITIVE_INFINITY },
    { why: "a present that cannot be read", now: "yesterday", hours: 24 },
    { why: "a past before the first year", now: "0000-01-01T05:00:00Z", hours: 24 },
    { why: "an end after the last year", now: "9999-12-31T23:10:00Z", hours: 24 },
  ])("refuses $why", ({ now, hours }) => {
    expect(windowOf(now, hours)).toMatchObject({ ok: false, error: { code: "invalid_window" } });
  });

  it("says what was expected", () => {
    const refused = [windowOf("2026-03-10T11:42:00Z", 0), windowOf("noon", 24), parseWindow("1 week")];
    expect(refused.map((result) => (result.ok ? "" : result.error.message))).toMatchInlineSnapshot(`
      [
        "expected a window from 1 hour to 365 days, such as 24h, 7d or 168 (hours), got a window of 0 hours",
        "expected the current time as an RFC 3339 timestamp such as 2026-01-31T12:00:00Z, got "noon"; check the clock",
        "expected a window from 1 hour to 365 days, such as 24h, 7d or 168 (hours), got "1 week"",
      ]
    `);
  });

  it("never throws, and its ends are hours", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
        ),
        fc.integer({ min: 1, max: 8760 }),
        (now, hours) => {
          const window = windowOf(now, hours);
          if (!window.ok) return;
          const { from, to, previousFrom } = window.value;
          for (const hour of [from, to, previousFrom]) expect(toHour(hour)).toBe(hour);
          expect(Date.parse(to) - Date.parse(from)).toBe(hours * 3_600_000);
          expect(Date.parse(from) - Date.parse(previousFrom)).toBe(hours * 3_600_000);
        },
      ),
    );
  });
});

describe("002.7 parseWindow", () => {
  it.each([
    { text: "24h", hours: 24 },
    { text: "7d", hours: 168 },
    { text: "168", hours: 168 },
    { text: " 2D ", hours: 48 },
    { text: "1h", hours: 1 },
    { text: "365d", hours: 8760 },
    { text: "8760", hours: 8760 },
  ])("reads $text as $hours hours", ({ text, hours }) => {
    expect(parseWindow(text)).toEqual({ ok: true, value: hours });
  });

  it.each([
    "",
    "0",
    "0h",
    "366d",
    "8761h",
    "-1d",
    "1.5h",
    "7 d",
    "1w",
    "h",
    "９h",
    "1e3",
    "9".repeat(100_000),
  ])("refuses %#", (text) => {
    const result = parseWindow(text);
    expect(result).toMatchObject({ ok: false, error: { code: "invalid_window" } });
    expect(result.ok ? "" : result.error.message.length).toBeLessThan(200);
  });
});
