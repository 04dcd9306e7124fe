import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RETRY, retryDelay, reasonOf } from "./retry-delay.ts";

const most = (): number => 1 - Number.EPSILON;

describe("retryDelay", () => {
  it.each([
    { attempt: 1, bound: 1_000, why: "the first wait is at most the base" },
    { attempt: 2, bound: 2_000, why: "the bound doubles" },
    { attempt: 4, bound: 8_000, why: "and doubles again" },
    { attempt: 7, bound: 60_000, why: "the cap holds" },
    { attempt: 5_000, bound: 60_000, why: "a power beyond all numbers is capped too" },
    { attempt: 0, bound: 1_000, why: "no attempt yet counts as the first" },
  ])("waits at most $bound ms after attempt $attempt: $why", ({ attempt, bound }) => {
    expect(retryDelay(attempt, most)).toBe(bound);
    expect(retryDelay(attempt, () => 0)).toBe(0);
  });

  it("takes other bounds", () => {
    expect(retryDelay(3, most, { ...RETRY, baseMs: 1, capMs: 5 })).toBe(4);
    expect(retryDelay(9, most, { ...RETRY, baseMs: 1, capMs: 5 })).toBe(5);
  });

  it("stays between nothing and the cap", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (attempt, chance) => {
          const delay = retryDelay(attempt, () => chance);
          expect(delay).toBeGreaterThanOrEqual(0);
          expect(delay).toBeLessThanOrEqual(RETRY.capMs);
        },
      ),
    );
  });
});

describe("reasonOf", () => {
  it.each([
    { thrown: new Error("full"), reason: "full", why: "an error's words" },
    { thrown: new TypeError(""), reason: "TypeError", why: "an error without words has a name" },
    { thrown: "plain", reason: "plain", why: "a text" },
    { thrown: "", reason: "no reason was given", why: "an empty text" },
    { thrown: undefined, reason: "undefined", why: "nothing" },
    {
      thrown: Object.create(null) as unknown,
      reason: "an error without a message was thrown",
      why: "no text",
    },
    { thrown: new Error("a\uD800b\0"), reason: "a\uFFFDb\\0", why: "what no database takes" },
    { thrown: "x".repeat(9_999), reason: "x".repeat(2_000), why: "too many words" },
  ])("says $why", ({ thrown, reason }) => {
    expect(reasonOf(thrown)).toBe(reason);
  });
});
