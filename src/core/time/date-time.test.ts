import { expect, it } from "vitest";
import { isDateTime } from "./date-time.ts";

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
