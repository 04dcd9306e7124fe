import { describe, expect, it } from "vitest";

import { coverage } from "./coverage.ts";
import { factsIn, verdictsIn } from "../../../../test/observe-text.ts";

type Row = readonly [why: string, text: string, says: readonly string[]];

const ROWS: readonly Row[] = [
  [
    "nyc and Vitest",
    "ERROR: Coverage for lines (70.1%) does not meet global threshold (80%)",
    ["verification_failure proof"],
  ],
  [
    "pytest-cov",
    "FAIL Required test coverage of 80% not reached. Total coverage: 75.00%",
    ["verification_failure proof"],
  ],
  ["pytest-cov reached", "Required test coverage of 80% reached. Total coverage: 85.00%", ["success weak"]],
  [
    "SimpleCov",
    "Line coverage (71.00%) is below the expected minimum coverage (90.00%).",
    ["verification_failure proof"],
  ],
  ["a report", "coverage: 71.2% of statements", []],
];

describe("coverage thresholds", () => {
  it.each(ROWS)("%s", (_why, text, says) => {
    expect(verdictsIn(coverage, text)).toEqual(says);
  });

  it("takes both figures", () => {
    const text = 'Jest: "global" coverage threshold for lines (80%) not met: 71.2%';
    expect(factsIn(coverage, text)).toEqual({ expected: "80%", actual: "71.2%" });
  });
});
