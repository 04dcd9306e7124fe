import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { utcMillis } from "./utc-millis.ts";

describe("utcMillis", () => {
  it.each([
    { text: "2026-05-01T10:00:00Z", time: "2026-05-01T10:00:00.000Z", why: "milliseconds are filled in" },
    { text: "2026-05-01T10:00:00.123456789Z", time: "2026-05-01T10:00:00.123Z", why: "finer ones are cut" },
    { text: "2026-05-01T00:30:00+01:00", time: "2026-04-30T23:30:00.000Z", why: "an offset moves the day" },
    { text: "2026-05-01T10:00:00-00:00", time: "2026-05-01T10:00:00.000Z", why: "an offset of nothing" },
    { text: "2024-02-29T10:00:00Z", time: "2024-02-29T10:00:00.000Z", why: "a leap day" },
    { text: "2016-12-31T23:59:60Z", time: "2016-12-31T23:59:59.999Z", why: "a leap second" },
    { text: "0001-01-01T00:00:00Z", time: "0001-01-01T00:00:00.000Z", why: "the first year" },
  ])("reads $text as $time: $why", ({ text, time }) => {
    expect(utcMillis(text)).toEqual({ time, assumed: false });
  });

  it.each(["2026-05-01T10:00:00", "2026-05-01 10:00:00.5"])("assumes UTC for %s and says so", (text) => {
    expect(utcMillis(text)?.assumed).toBe(true);
  });

  it.each([
    ["a day", "2026-05-01"],
    ["no seconds", "2026-05-01T10:00Z"],
    ["30 February", "2026-02-30T10:00:00Z"],
    ["a leap day in a common year", "1900-02-29T10:00:00Z"],
    ["month 13", "2026-13-01T10:00:00Z"],
    ["month 0", "2026-00-01T10:00:00Z"],
    ["hour 24", "2026-05-01T24:00:00Z"],
    ["second 61", "2026-05-01T10:00:61Z"],
    ["a far offset", "2026-05-01T10:00:00+24:00"],
    ["a time before year 0", "0000-01-01T00:00:00+01:00"],
    ["a time after year 9999", "9999-12-31T23:59:59-01:00"],
    ["a long text", "2".repeat(1_000_000)],
    ["seconds since 1970", "1777629600"],
  ])("refuses %s", (_why, text) => {
    expect(utcMillis(text)).toBeUndefined();
  });

  it("agrees with Date on every moment, and settles at once", () => {
    const moments = fc.date({
      min: new Date("0001-01-02"),
      max: new Date("9998-12-31"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, fc.integer({ min: -1439, max: 1439 }), (moment, minutes) => {
        const local = new Date(moment.getTime() + minutes * 60_000).toISOString().slice(0, -1);
        const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
        const offset = `${minutes < 0 ? "-" : "+"}${String(hours).padStart(2, "0")}:${String(rest).padStart(2, "0")}`;
        expect(utcMillis(local + offset)?.time).toBe(moment.toISOString());
        expect(utcMillis(moment.toISOString())?.time).toBe(moment.toISOString());
      }),
    );
  });
});
