import { describe, expect, it } from "vitest";
import { createWaitBudget, parseRetrySeconds } from "./rate-limit.ts";

const NOW = Date.parse("2026-11-15T12:00:00Z");
const RESET = NOW / 1_000 + 90;

describe("parseRetrySeconds", () => {
  it.each([
    { why: "seconds", headers: { "retry-after": "30" }, seconds: 30 },
    { why: "a date", headers: { "retry-after": "Sun, 15 Nov 2026 12:00:20 GMT" }, seconds: 20 },
    { why: "a date gone by", headers: { "retry-after": "Sun, 15 Nov 2026 11:00:00 GMT" }, seconds: 0 },
    {
      why: "the reset, and a second so that it has passed",
      headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(RESET) },
      seconds: 91,
    },
    {
      why: "nothing while requests are left",
      headers: { "x-ratelimit-remaining": "12", "x-ratelimit-reset": String(RESET) },
      seconds: undefined,
    },
    {
      why: "nothing for rubbish",
      headers: { "retry-after": "soon", "x-ratelimit-remaining": "0" },
      seconds: undefined,
    },
    { why: "nothing where nothing is said", headers: {}, seconds: undefined },
  ])("$why", ({ headers, seconds }) => {
    expect(parseRetrySeconds(headers, NOW)).toBe(seconds);
  });
});

describe("createWaitBudget", () => {
  it("is spent by waits, not by those that were too long", () => {
    const tryWait = createWaitBudget(60);
    expect([40, 30, 20, 0, 1].map(tryWait)).toEqual([true, false, true, true, false]);
  });
});
