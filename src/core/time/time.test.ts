import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hourNumber, hourText, toHour, parseCutOff, isDateTime, utcMillis, toUtcTimestamp } from "./time.ts";

describe("002.6 toHour", () => {
  it.each([
    { text: "2026-01-31T12:59:59Z", hour: "2026-01-31T12:00:00Z", why: "minutes and seconds fall away" },
    { text: "2026-01-31T12:00:00.000Z", hour: "2026-01-31T12:00:00Z", why: "so do fractions" },
    { text: "2026-01-31t12:30:00.123456789z", hour: "2026-01-31T12:00:00Z", why: "lower case is allowed" },
    { text: "2026-01-31T01:30:00+02:00", hour: "2026-01-30T23:00:00Z", why: "east of Greenwich, a day back" },
    { text: "2026-12-31T20:15:00-05:00", hour: "2027-01-01T01:00:00Z", why: "west of it, a year on" },
    {
      text: "2026-01-31T12:20:00+05:30",
      hour: "2026-01-31T06:00:00Z",
      why: "half-hour offsets change the hour",
    },
    { text: "2026-01-31T12:20:00+05:45", hour: "2026-01-31T06:00:00Z", why: "and so do quarter hours" },
    { text: "2026-01-31T12:20:00-00:00", hour: "2026-01-31T12:00:00Z", why: "an unknown offset means UTC" },
    {
      text: "2016-12-31T23:59:60Z",
      hour: "2016-12-31T23:00:00Z",
      why: "a leap second is in the hour it ends",
    },
    {
      text: "1969-12-31T23:59:59Z",
      hour: "1969-12-31T23:00:00Z",
      why: "hours before 1970 round down as well",
    },
    { text: "0000-01-01T00:30:00+01:00", hour: undefined, why: "that is before the first year" },
    { text: "9999-12-31T23:30:00-01:00", hour: undefined, why: "that is after the last year" },
    { text: "2026-02-29T00:00:00Z", hour: undefined, why: "there is no such day" },
    { text: "2026-01-31T24:00:00Z", hour: undefined, why: "there is no such hour" },
    { text: "2026-01-31T12:00:00", hour: undefined, why: "the zone is unknown" },
    { text: "2026-01-31 12:00:00Z", hour: undefined, why: "a blank is no T" },
    { text: "1772000000", hour: undefined, why: "a number is no timestamp" },
    { text: "", hour: undefined, why: "nothing is no timestamp" },
  ])("reads $text as $hour: $why", ({ text, hour }) => {
    expect(toHour(text)).toBe(hour);
  });

  it("never throws, and what it answers it reads as itself", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const hour = toHour(text);
        expect(hour === undefined || toHour(hour) === hour).toBe(true);
      }),
    );
  });

  it("gives the same hour for the same instant at every offset", () => {
    fc.assert(
      fc.property(
        fc.date({
          min: new Date("0001-01-02T00:00Z"),
          max: new Date("9998-12-31T00:00Z"),
          noInvalidDate: true,
        }),
        fc.integer({ min: -1439, max: 1439 }),
        (instant, offset) => {
          const local = new Date(instant.getTime() + offset * 60_000).toISOString().slice(0, -1);
          const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");
          const zone = `${offset < 0 ? "-" : "+"}${two(Math.abs(offset) / 60)}:${two(Math.abs(offset) % 60)}`;
          const expected = `${instant.toISOString().slice(0, 13)}:00:00Z`;
          expect(toHour(local + zone)).toBe(expected);
          expect(hourText(hourNumber(local + zone)!)).toBe(expected);
        },
      ),
    );
  });
});

const NOW = new Date("2026-03-10T11:42:00.000Z");

describe("parseCutOff", () => {
  it.each([
    { text: "24h", time: "2026-03-09T11:42:00.000Z", why: "hours" },
    { text: "90d", time: "2025-12-10T11:42:00.000Z", why: "days" },
    { text: " 2W ", time: "2026-02-24T11:42:00.000Z", why: "weeks, blanks and capitals" },
    { text: "2026-01-31", time: "2026-01-31T00:00:00.000Z", why: "a day begins in UTC" },
    { text: "2026-01-31T12:00:00+02:00", time: "2026-01-31T10:00:00.000Z", why: "a time at any offset" },
    { text: "2026-03-10T11:42:00Z", time: "2026-03-10T11:42:00.000Z", why: "the present has come" },
  ])("reads $text as $time: $why", ({ text, time }) => {
    expect(parseCutOff(text, NOW)).toEqual({ ok: true, value: time });
  });

  it.each([
    ["2026-03-11", "the future"],
    ["90", "no unit"],
    ["0d", "no age"],
    ["-5d", "an age below nothing"],
    ["2026-02-30", "a day that does not exist"],
    ["99999w", "an age of centuries"],
    ["yesterday", "a word"],
    ["", "nothing"],
    ["9".repeat(100), "a long number"],
  ])("refuses %s: %s", (text) => {
    expect(parseCutOff(text, NOW)).toMatchObject({ ok: false, error: { code: "invalid_cut_off" } });
  });
});

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
