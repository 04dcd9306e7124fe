import { expect, it } from "vitest";
import { toUtcTimestamp } from "./utc-timestamp.ts";

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
