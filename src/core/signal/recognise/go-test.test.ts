import { describe, expect, it } from "vitest";

import { goTest } from "./go-test.ts";
import { factsIn, verdictsIn } from "../../../../test/observe-text.ts";

type Row = readonly [why: string, text: string, says: readonly string[]];

const ROWS: readonly Row[] = [
  [
    "a package that failed",
    "--- FAIL: TestAdd (0.00s)\nFAIL\nFAIL\texample.com/m/calc\t0.012s",
    ["verification_failure strong", "verification_failure proof"],
  ],
  ["a package that did not build", "FAIL\texample.com/m/calc [build failed]", ["verification_failure proof"]],
  [
    "packages that passed",
    "ok  \texample.com/m/calc\t0.012s\nok  \texample.com/m/errors\t(cached)",
    ["success proof"],
  ],
  [
    "a pass after a failure is not the run's result",
    "FAIL\texample.com/a\t0.1s\nok  \texample.com/b\t0.1s",
    ["verification_failure proof", "success weak"],
  ],
  ["nothing to run", "ok  \texample.com/m/calc\t0.012s [no tests to run]", []],
  [
    "verbose passes with a log of an error",
    "=== RUN   TestFail\n    a_test.go:3: failed as it should\n--- PASS: TestFail (0.00s)\nPASS",
    ["success weak", "success proof"],
  ],
  ["a time-out", "panic: test timed out after 10m0s", ["verification_failure proof"]],
  ["a race", "    testing.go:1490: race detected during execution of test", ["verification_failure strong"]],
  ["gotestsum failed", "DONE 12 tests, 2 skipped, 1 failure in 0.512s", ["verification_failure proof"]],
  ["gotestsum passed", "DONE 12 tests, 2 skipped in 0.512s", ["success proof"]],
  ["Ginkgo passed", "SUCCESS! -- 3 Passed | 0 Failed | 0 Pending | 0 Skipped", ["success proof"]],
  ["Ginkgo failed", "FAIL! -- 2 Passed | 1 Failed | 0 Pending | 0 Skipped", ["verification_failure proof"]],
  ["FAIL within a line", "the word FAIL is printed", []],
];

describe("go test", () => {
  it.each(ROWS)("%s", (_why, text, says) => {
    expect(verdictsIn(goTest, text)).toEqual(says);
  });

  it("takes test, place and both sides", () => {
    const text = "--- FAIL: TestAdd/big (0.00s)\n    calc_test.go:14: Add(1, 2) = 4, want 3\n";
    expect(factsIn(goTest, text)).toEqual({
      framework: "go test",
      language: "go",
      failing_tests: ["TestAdd/big"],
      file: "calc_test.go",
      line: 14,
      error_message: "Add(1, 2) = 4, want 3",
      actual: "4",
      expected: "3",
    });
  });

  it("takes testify's block", () => {
    const text =
      "        \tError Trace:\t/src/calc_test.go:9\n        \tError:      \tNot equal: \n        \tTest:       \tTestAdd\n";
    expect(factsIn(goTest, text)).toMatchObject({
      file: "/src/calc_test.go",
      line: 9,
      failing_tests: ["TestAdd"],
    });
  });
});
