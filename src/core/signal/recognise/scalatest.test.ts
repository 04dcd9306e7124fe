import { describe, expect, it } from "vitest";

import { scalatest } from "./scalatest.ts";
import { factsIn, verdictsIn } from "../../../../test/observe-text.ts";

type Row = readonly [why: string, text: string, says: readonly string[]];

const ROWS: readonly Row[] = [
  [
    "failed",
    "[info] Tests: succeeded 4, failed 1, canceled 0, ignored 0, pending 0",
    ["verification_failure proof"],
  ],
  [
    "passed",
    "[info] Tests: succeeded 4, failed 0, canceled 0, ignored 0, pending 0\n[info] All tests passed.",
    ["success proof"],
  ],
  [
    "sbt's count failed",
    "[error] Failed: Total 5, Failed 1, Errors 0, Passed 4",
    ["verification_failure proof"],
  ],
  ["sbt's count passed", "[info] Passed: Total 5, Failed 0, Errors 0, Passed 5", ["success proof"]],
];

describe("ScalaTest", () => {
  it.each(ROWS)("%s", (_why, text, says) => {
    expect(verdictsIn(scalatest, text)).toEqual(says);
  });

  it("names the test", () => {
    expect(factsIn(scalatest, "[info] - should add *** FAILED ***\n").failing_tests).toEqual(["should add"]);
  });
});
