import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chosenSides, contraryChoice as contrary } from "./chosen-sides.ts";

const contraryChoice = (a: string, b: string): string | undefined => contrary(chosenSides(a), chosenSides(b));

describe("contraryChoice", () => {
  it.each([
    ["Squash these into one commit.", "Could you split this commit?", "one commit or several"],
    ["Cache this.", "I'd drop the cache, it only brings stale prices", "cache or compute"],
    ["Don't catch this, let it bubble up.", "Catch the exception here", "catch or let through"],
    ["Always use braces", "No braces needed for one-line ifs", "braces or none"],
    ["Mock the repository.", "We mock so much here that the test tells nothing", "real or fake in tests"],
  ])("finds the two sides of %s / %s", (a, b, choice) => {
    expect(contraryChoice(a, b)).toBe(choice);
    expect(contraryChoice(b, a)).toBe(choice);
  });

  it.each([
    ["Always use braces", "curly braces please", "the same side"],
    ["Squash, then split the second commit", "Squash these", "both sides in one remark"],
    ["nit: typo", "Always use braces", "no side"],
  ])("finds none in %s / %s: %s", (a, b) => {
    expect(contraryChoice(a, b)).toBeUndefined();
  });

  it("takes any text, and never finds a text contrary to itself", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        expect(contraryChoice(text, text)).toBeUndefined();
      }),
    );
  });
});
