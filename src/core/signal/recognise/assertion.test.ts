import { describe, expect, it } from "vitest";

import { assertion } from "./assertion.ts";
import { factsIn, verdictsIn } from "../../../../test/observe-text.ts";

type Row = readonly [why: string, text: string, says: readonly string[]];

const ROWS: readonly Row[] = [
  [
    "JUnit's sentence",
    "org.opentest4j.AssertionFailedError: expected: <3> but was: <4>",
    ["verification_failure strong"],
  ],
  [
    "TestNG's sentence",
    "java.lang.AssertionError: expected [3] but found [4]",
    ["verification_failure strong"],
  ],
  ["Chai's sentence", "AssertionError: expected 3 to equal 4", ["verification_failure strong"]],
  ["XCTest", 'XCTAssertEqual failed: ("3") is not equal to ("4")', ["verification_failure strong"]],
  ["half a pair says nothing", "Expected: 4", []],
  ["sides far apart are no pair", `Expected: 4\n${"expected of you\n".repeat(8)}Actual: 3`, []],
  ["code that asserts", "assert.equal(actual, expected);", []],
  ["a sentence", "I expected a table but got a list", []],
];

describe("assertions", () => {
  it.each(ROWS)("%s", (_why, text, says) => {
    expect(verdictsIn(assertion, text)).toEqual(says);
  });

  it.each([
    ["Jest", "    Expected: 4\n    Received: 3\n"],
    ["RSpec", "       expected: 4\n            got: 3\n"],
    ["Minitest", "Expected: 4\n  Actual: 3\n"],
    ["NUnit", "  Expected: 4\n  But was:  3\n"],
    ["Perl", "#          got: 3\n#     expected: 4\n"],
    ["testify", "        \t            \texpected: 4\n        \t            \tactual  : 3\n"],
    ["JUnit", "expected: <4> but was: <3>"],
    ["Vitest", "AssertionError: expected 3 to be 4 // Object.is equality"],
  ])("takes both sides as %s prints them", (_tool, text) => {
    expect(factsIn(assertion, text)).toMatchObject({ expected: "4", actual: "3" });
  });
});
