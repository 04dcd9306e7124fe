import { describe, expect, it } from "vitest";
import { readRetryAfter, webhookPause } from "./webhook-pause.ts";

describe("webhookPause", () => {
  it.each([
    { failures: 1, asked: undefined, ms: 5_000, why: "the first" },
    { failures: 2, asked: undefined, ms: 25_000, why: "the second" },
    { failures: 3, asked: undefined, ms: 125_000, why: "the third" },
    { failures: 4, asked: undefined, ms: 600_000, why: "the cap" },
    { failures: 5_000, asked: undefined, ms: 600_000, why: "a power beyond all numbers" },
    { failures: 1, asked: 90, ms: 90_000, why: "what the endpoint asked for" },
    { failures: 1, asked: 999_999, ms: 3_600_000, why: "no more than an hour of it" },
    { failures: 1, asked: 0, ms: 5_000, why: "no time at all is as if nothing was asked" },
  ])("is $ms ms after failure $failures, asked for $asked s: $why", ({ failures, asked, ms }) => {
    expect(webhookPause(failures, asked)).toBe(ms);
  });
});

describe("readRetryAfter", () => {
  const now = Date.parse("2026-03-10T11:42:00Z");
  it.each([
    { header: "120", seconds: 120, why: "seconds" },
    { header: " 7 ", seconds: 7, why: "seconds with blanks" },
    { header: "Tue, 10 Mar 2026 11:43:30 GMT", seconds: 90, why: "a date" },
    { header: "Tue, 10 Mar 2026 11:00:00 GMT", seconds: 0, why: "a date that is over" },
    { header: "-5", seconds: undefined, why: "less than nothing" },
    { header: "1e3", seconds: undefined, why: "no whole number" },
    { header: "9".repeat(400), seconds: undefined, why: "more than there is" },
    { header: "Soon", seconds: undefined, why: "no date" },
    { header: "", seconds: undefined, why: "empty" },
    { header: undefined, seconds: undefined, why: "absent" },
  ])("reads $header as $seconds: $why", ({ header, seconds }) => {
    expect(readRetryAfter(header, now)).toBe(seconds);
  });
});
