import { describe, expect, it } from "vitest";
import { parseCutOff } from "./cut-off.ts";

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
