import { describe, expect, it } from "vitest";

import { ctest } from "./ctest.ts";
import { factsIn, verdictsIn } from "../../../../test/observe-text.ts";

type Row = readonly [why: string, text: string, says: readonly string[]];

const ROWS: readonly Row[] = [
  ["CTest failed", "80% tests passed, 1 tests failed out of 5", ["verification_failure proof"]],
  ["CTest passed", "100% tests passed, 0 tests failed out of 5", ["success proof"]],
  [
    "a failing test's line",
    " 3/5 Test #3: calc_adds ...............***Failed    0.01 sec",
    ["verification_failure strong"],
  ],
  ["a passing test's line", " 3/5 Test #3: calc_fails ..............   Passed    0.01 sec", ["success weak"]],
  [
    "a name with spaces",
    "1/1 Test #1: adds are right ...***Failed    0.04 sec",
    ["verification_failure strong"],
  ],
  [
    "GoogleTest failed",
    "[  FAILED  ] Calc.Adds (0 ms)\n[  PASSED  ] 4 tests.\n[  FAILED  ] 1 test, listed below:",
    ["verification_failure strong", "success weak", "verification_failure proof"],
  ],
  [
    "GoogleTest passed",
    "[       OK ] Calc.Fails (0 ms)\n[  PASSED  ] 5 tests.",
    ["success weak", "success proof"],
  ],
];

describe("CTest", () => {
  it.each(ROWS)("%s", (_why, text, says) => {
    expect(verdictsIn(ctest, text)).toEqual(says);
  });

  it("takes test and place", () => {
    expect(factsIn(ctest, "calc_test.cc:12: Failure\n[  FAILED  ] Calc.Adds (0 ms)\n")).toEqual({
      framework: "ctest",
      failing_tests: ["Calc.Adds"],
      file: "calc_test.cc",
      line: 12,
    });
  });
});
