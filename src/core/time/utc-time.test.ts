import { expect, it, describe } from "vitest";
import { isDateTime, utcMillis, toUtcTimestamp } from "./utc-time.ts";
import * as fc from "fast-check";

it.each([
  ["2026-01-25T15:00:00Z", true, "the plain form"],
  ["2026-01-25t15:00:00.123z", true, "lower case is allowed"],
  ["2024-02-29T00:00:00+05:30", true, "a leap day"],
  ["2025-02-29T00:00:00Z", false, "no leap day"],
  ["2016-12-31T23:59:60Z", true, "a leap second"],
  ["2016-12-31T18:59:60-05:00", true, "the same leap second elsewhere"],
  ["2016-12-31T12:00:60Z", false, "no leap second at noon"],
  ["2026-01-25 15:00:00Z", false, "a space for the T"],
  ["2026-13-01T00:00:00Z", false, "month 13"],
  ["2026-01-25T24:00:00Z", false, "hour 24"],
  ["2026-01-25T15:00:00", false, "no offset"],
  ["", false, "nothing"],
])("000.1 %s is a date-time: %s (%s)", (text, expected) => {
  expect(isDateTime(text)).toBe(expected);
});

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

it.each([
  { text: "2026-01-31T12:00:00Z", utc: "2026-01-31T12:00:00Z", why: "UTC stays as it is" },
  { text: "2026-01-31t12:00:00.5z", utc: "2026-01-31T12:00:00.5Z", why: "lower case is allowed" },
  {
    text: "2026-01-31T12:00:00.123456+00:00",
    utc: "2026-01-31T12:00:00.123456Z",
    why: "Python writes it so",
  },
  { text: "2026-01-31T01:30:00+02:00", utc: "2026-01-30T23:30:00.000Z", why: "offsets are converted" },
  { text: "2024-02-29T00:00:00Z", utc: "2024-02-29T00:00:00Z", why: "leap days exist" },
  { text: "2026-02-30T00:00:00Z", utc: undefined, why: "there is no such day" },
  { text: "2026-01-31T25:00:00Z", utc: undefined, why: "there is no such hour" },
  { text: "2026-01-31T12:00:00", utc: undefined, why: "the zone is unknown" },
  { text: "2026-01-31", utc: undefined, why: "a date is no date-time" },
  { text: "yesterday", utc: undefined, why: "a word is no date-time" },
])("reads $text as $utc: $why", ({ text, utc }) => {
  expect(toUtcTimestamp(text)).toBe(utc);
});
