import { describe, expect, it } from "vitest";

import { cucumber } from "./cucumber.ts";
import { factsIn, verdictsIn } from "../../../../test/observe-text.ts";

type Row = readonly [why: string, text: string, says: readonly string[]];

const ROWS: readonly Row[] = [
  ["failed", "3 scenarios (1 failed, 2 passed)", ["verification_failure proof"]],
  ["passed", "3 scenarios (3 passed)", ["success proof"]],
  ["undefined steps fail", "1 scenario (1 undefined)", ["verification_failure proof"]],
  ["Behave failed", "0 scenarios passed, 1 failed, 0 skipped", ["verification_failure proof"]],
  ["Behave passed", "1 feature passed, 0 failed, 0 skipped", ["success proof"]],
];

describe("Cucumber", () => {
  it.each(ROWS)("%s", (_why, text, says) => {
    expect(verdictsIn(cucumber, text)).toEqual(says);
  });

  it("takes scenario and place", () => {
    expect(factsIn(cucumber, "cucumber features/login.feature:12 # Scenario: Valid login\n")).toEqual({
      framework: "cucumber",
      failing_tests: ["Valid login"],
      file: "features/login.feature",
      line: 12,
    });
  });
});
