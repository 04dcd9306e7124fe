import { describe, expect, it } from "vitest";
import { DEFAULT_RULE_POLICY } from "./rule-policy.ts";
import { areSameWords, meaningWords, recurs } from "./recurs.ts";

describe("recurs", () => {
  it.each([
    { occurrences: 1, people: 1, sameWords: false, expected: false },
    { occurrences: 2, people: 1, sameWords: true, expected: false },
    { occurrences: 2, people: 2, sameWords: false, expected: false },
    { occurrences: 2, people: 2, sameWords: true, expected: true },
    { occurrences: 3, people: 1, sameWords: false, expected: true },
    { occurrences: 3, people: 0, sameWords: false, expected: true },
  ])("16.x $occurrences times by $people people, the same words: $sameWords", ({ expected, ...said }) => {
    expect(recurs(said, DEFAULT_RULE_POLICY)).toBe(expected);
  });

  it("takes what a team asks for", () => {
    const twice = { occurrences: 2, people: 2, sameWords: true };
    expect(recurs(twice, { occurrences: 5, reviewers: 3 })).toBe(false);
    expect(recurs({ ...twice, sameWords: false }, { occurrences: 2, reviewers: 2 })).toBe(true);
  });
});

describe("areSameWords", () => {
  it.each([
    ["Pin the docker image to a digest.", "pin docker images to their digest please", true],
    ["Close the handle.", "close the file handle", true],
    ["Use the logger, not console.log.", "console.log left in; use our logger", true],
    ["Where is a test?", "Add a test for the refund path.", false],
    ["Query runs once per row.", "This is an N+1 query.", false],
    ["", "", false],
  ])("16.x %s · %s: %s", (a, b, expected) => {
    expect(areSameWords(meaningWords(a), meaningWords(b))).toBe(expected);
  });
});
