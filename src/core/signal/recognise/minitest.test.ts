import { describe, expect, it } from "vitest";

import { minitest } from "./minitest.ts";
import { factsIn, verdictsIn } from "../../../../test/observe-text.ts";

type Row = readonly [why: string, text: string, says: readonly string[]];

const ROWS: readonly Row[] = [
  ["failed", "5 runs, 9 assertions, 1 failures, 0 errors, 0 skips", ["verification_failure proof"]],
  ["passed", "5 runs, 9 assertions, 0 failures, 0 errors, 2 skips", ["success proof"]],
  [
    "test-unit failed",
    "5 tests, 9 assertions, 0 failures, 1 errors, 0 pendings, 0 omissions, 0 notifications",
    ["verification_failure proof"],
  ],
  ["none", "0 runs, 0 assertions, 0 failures, 0 errors, 0 skips", []],
  ["an ERROR log line", "Error: could not connect", []],
];

describe("Minitest", () => {
  it.each(ROWS)("%s", (_why, text, says) => {
    expect(verdictsIn(minitest, text)).toEqual(says);
  });

  it("takes test and place", () => {
    const text = "  1) Failure:\nCalcTest#test_adds [test/calc_test.rb:12]:\nExpected: 4\n  Actual: 3\n";
    expect(factsIn(minitest, text)).toEqual({
      framework: "minitest",
      language: "ruby",
      failing_tests: ["CalcTest#test_adds"],
      file: "test/calc_test.rb",
      line: 12,
    });
  });
});
