import { describe, expect, it } from "vitest";

import { catch2 } from "./catch2.ts";
import { factsIn, verdictsIn } from "../../../../test/observe-text.ts";

type Row = readonly [why: string, text: string, says: readonly string[]];

const ROWS: readonly Row[] = [
  ["Catch2 failed", "test cases:  5 |  4 passed | 1 failed", ["verification_failure proof"]],
  ["Catch2 passed", "All tests passed (9 assertions in 5 test cases)", ["success proof"]],
  ["a failure that is expected", "test cases: 5 | 4 passed | 1 failed as expected", ["success proof"]],
  [
    "doctest passed",
    "[doctest] test cases: 5 | 5 passed | 0 failed | 0 skipped\n[doctest] Status: SUCCESS!",
    ["success proof"],
  ],
  ["Boost failed", '*** 1 failure is detected in the test module "calc"', ["verification_failure proof"]],
  ["Boost passed", "*** No errors detected", ["success proof"]],
  ["Qt failed", "Totals: 3 passed, 1 failed, 0 skipped, 0 blacklisted, 2ms", ["verification_failure proof"]],
  ["Qt passed", "Totals: 3 passed, 0 failed, 0 skipped, 0 blacklisted, 2ms", ["success proof"]],
];

describe("Catch2 and its kin", () => {
  it.each(ROWS)("%s", (_why, text, says) => {
    expect(verdictsIn(catch2, text)).toEqual(says);
  });

  it("takes place, test and message", () => {
    expect(factsIn(catch2, 'calc.cpp(12): error: in "adds": check a == b has failed [3 != 4]\n')).toEqual({
      language: "cpp",
      failing_tests: ["adds"],
      error_message: "check a == b has failed [3 != 4]",
      file: "calc.cpp",
      line: 12,
    });
  });
});
