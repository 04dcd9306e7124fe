import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boundedId, clipText } from "./bounded-text.ts";

describe("clipText", () => {
  it.each([
    { text: "short", max: 20, clipped: "short", why: "what fits stays" },
    { text: "a long text to be cut", max: 14, clipped: "a long t [cut]", why: "a cut is marked" },
    { text: "12345\u{1f600}78901234", max: 12, clipped: "12345 [cut]", why: "no character is halved" },
    { text: "a\0b\ud800", max: 20, clipped: "a\ufffdb\ufffd", why: "every store can hold it" },
  ])("$why", ({ text, max, clipped }) => {
    expect(clipText(text, max)).toBe(clipped);
  });

  it("never exceeds its limit", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 10, max: 40 }), (text, max) => {
        const clipped = clipText(text, max);
        expect(clipped.length).toBeLessThanOrEqual(max);
        expect(clipped.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe("boundedId", () => {
  it("tells long names apart by what was cut", () => {
    const [a, b] = [boundedId(`${"x".repeat(300)}a`), boundedId(`${"x".repeat(300)}b`)];
    expect(a).not.toBe(b);
    expect(a.length).toBe(256);
  });

  it("trims what is short", () => {
    expect(boundedId("  rio ")).toBe("rio");
  });
});
