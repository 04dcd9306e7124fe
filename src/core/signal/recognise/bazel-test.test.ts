import { describe, expect, it } from "vitest";

import { bazelTest } from "./bazel-test.ts";
import { factsIn, verdictsIn } from "../../../../test/observe-text.ts";

type Row = readonly [why: string, text: string, says: readonly string[]];

const ROWS: readonly Row[] = [
  [
    "failed",
    "//calc:adds_test                                 FAILED in 1 out of 1 in 0.3s",
    ["verification_failure proof"],
  ],
  ["passed", "//calc:adds_test                                 PASSED in 0.3s", ["success strong"]],
  ["the count passes", "Executed 2 out of 2 tests: 2 tests pass.", ["success proof"]],
  [
    "the count fails",
    "Executed 2 out of 2 tests: 1 test passes and 1 fails locally.",
    ["verification_failure proof"],
  ],
  ["a comment", "// FAILED in the past", []],
];

describe("Bazel", () => {
  it.each(ROWS)("%s", (_why, text, says) => {
    expect(verdictsIn(bazelTest, text)).toEqual(says);
  });

  it("names the target", () => {
    expect(factsIn(bazelTest, "//calc:adds_test   TIMEOUT in 60.0s\n").failing_tests).toEqual([
      "//calc:adds_test",
    ]);
  });
});
