import { describe, expect, it } from "vitest";

import { mocha } from "./mocha.ts";
import { factsIn, verdictsIn } from "../../../../test/observe-text.ts";

type Row = readonly [why: string, text: string, says: readonly string[]];

const ROWS: readonly Row[] = [
  ["passing only", "  12 passing (34ms)", ["success proof"]],
  [
    "failing after passing",
    "  12 passing (34ms)\n  1 failing",
    ["success proof", "verification_failure proof"],
  ],
  ["pending only", "  2 pending", ["success weak"]],
  ["0 failing", "  3 passing (1s)\n  0 failing", ["success proof"]],
  ["a numbered failure among ticks", "    ✓ adds\n    1) subtracts", ["verification_failure strong"]],
  ["a numbered list in prose", "  1) install it\n  2) run it", []],
  [
    "Karma failed",
    "Chrome 120.0 (Linux): Executed 5 of 5 (1 FAILED) (0.1 secs / 0.05 secs)",
    ["verification_failure proof"],
  ],
  ["Karma passed", "Chrome 120.0 (Linux): Executed 5 of 5 SUCCESS (0.1 secs / 0.05 secs)", ["success proof"]],
  ["Karma on the way", "Chrome 120.0 (Linux): Executed 2 of 5 SUCCESS (0.1 secs / 0.05 secs)", []],
  ["Jasmine failed", "5 specs, 1 failure, 1 pending spec", ["verification_failure proof"]],
  ["Jasmine passed", "5 specs, 0 failures", ["success proof"]],
  ["a sentence", "2 failing tests were fixed last week", []],
];

describe("mocha", () => {
  it.each(ROWS)("%s", (_why, text, says) => {
    expect(verdictsIn(mocha, text)).toEqual(says);
  });

  it("takes the listed test and its error", () => {
    const text = "  1 failing\n\n  1) adds numbers:\n     AssertionError [ERR_ASSERTION]: 3 == 4\n";
    expect(factsIn(mocha, text)).toEqual({
      framework: "mocha",
      language: "javascript",
      failing_tests: ["adds numbers"],
      error_type: "AssertionError",
      error_message: "3 == 4",
    });
  });
});
