import { describe, expect, it } from "vitest";

import { robot } from "./robot.ts";
import { factsIn, verdictsIn } from "../../../../test/observe-text.ts";

type Row = readonly [why: string, text: string, says: readonly string[]];

const ROWS: readonly Row[] = [
  ["failed", "3 tests, 2 passed, 1 failed", ["verification_failure proof"]],
  ["passed", "3 tests, 3 passed, 0 failed, 0 skipped", ["success proof"]],
  [
    "a passing case",
    "Login Fails Without Password                                | PASS |",
    ["success weak"],
  ],
];

describe("Robot Framework", () => {
  it.each(ROWS)("%s", (_why, text, says) => {
    expect(verdictsIn(robot, text)).toEqual(says);
  });

  it("names the case", () => {
    expect(factsIn(robot, "Valid Login                     | FAIL |\n").failing_tests).toEqual([
      "Valid Login",
    ]);
  });
});
