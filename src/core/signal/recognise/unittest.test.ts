import { describe, expect, it } from "vitest";

import { unittest } from "./unittest.ts";
import { factsIn, verdictsIn } from "../../../../test/observe-text.ts";

type Row = readonly [why: string, text: string, says: readonly string[]];

const ROWS: readonly Row[] = [
  [
    "failures in the summary",
    "Ran 3 tests in 0.004s\n\nFAILED (failures=1, errors=1)",
    ["verification_failure proof"],
  ],
  ["a pass", "Ran 3 tests in 0.004s\n\nOK", ["success proof"]],
  ["a pass with some skips", "Ran 3 tests in 0.004s\n\nOK (skipped=1)", ["success proof"]],
  ["everything skipped", "Ran 2 tests in 0.004s\n\nOK (skipped=2)", ["success weak"]],
  ["expected failures alone", "Ran 1 test in 0.004s\n\nOK (expected failures=1)", ["success weak"]],
  ["an unexpected success fails", "FAILED (unexpected successes=1)", ["verification_failure proof"]],
  ["OK alone is only a word", "OK", []],
  ["no tests at all", "Ran 0 tests in 0.000s\n\nOK", []],
  [
    "a header with class path",
    "FAIL: test_sum (tests.test_math.MathTest.test_sum)",
    ["verification_failure strong"],
  ],
  ["an import that failed", "ERROR: test_x (unittest.loader._FailedTest)", ["verification_failure strong"]],
  ["a verbose failure", "test_sum (tests.MathTest) ... FAIL", ["verification_failure strong"]],
  ["a verbose pass named after an error", "test_error_fails (tests.MathTest) ... ok", ["success weak"]],
  ["an expected failure in the list", "test_bug (tests.MathTest) ... expected failure", ["success weak"]],
  ["trial", "PASSED (successes=12)", ["success proof"]],
  ["doctest", "***Test Failed*** 2 failures.", ["verification_failure proof"]],
  ["an ERROR log line is not a test", "ERROR: could not connect to database", []],
];

describe("unittest", () => {
  it.each(ROWS)("%s", (_why, text, says) => {
    expect(verdictsIn(unittest, text)).toEqual(says);
  });

  it("takes names, sides and type", () => {
    const text = "FAIL: test_sum (tests.MathTest)\nAssertionError: 3 != 4\n";
    expect(factsIn(unittest, text)).toEqual({
      framework: "unittest",
      language: "python",
      failing_tests: ["test_sum (tests.MathTest)"],
      error_type: "AssertionError",
      error_message: "3 != 4",
      actual: "3",
      expected: "4",
    });
  });
});
