import { describe, expect, it } from "vitest";

import { jest } from "./jest.ts";
import { factsIn, verdictsIn } from "../../../../test/observe-text.ts";

type Row = readonly [why: string, text: string, says: readonly string[]];

const ROWS: readonly Row[] = [
  ["failed tests", "Tests:       1 failed, 4 passed, 5 total", ["verification_failure proof"]],
  [
    "all passed",
    "Test Suites: 2 passed, 2 total\nTests:       1 skipped, 4 passed, 5 total",
    ["success proof"],
  ],
  ["0 failed is no failure", "Tests:       0 failed, 4 passed, 4 total", ["success proof"]],
  ["only todo", "Tests:       2 todo, 2 total", ["success weak"]],
  [
    "a suite that cannot load outweighs its passing tests",
    "Test Suites: 1 failed, 1 passed, 2 total\nTests:       4 passed, 4 total",
    ["verification_failure proof", "success weak"],
  ],
  [
    "a second run is judged anew",
    "Tests: 1 failed, 1 total\nRan all test suites.\nTests: 1 passed, 1 total",
    ["verification_failure proof", "success proof"],
  ],
  ["a failing file", "FAIL src/sum.test.ts (5.1 s)", ["verification_failure strong"]],
  ["a passing file", "PASS src/error-handling.test.ts", ["success weak"]],
  ["a failing test's bullet", "  ● math › adds", ["verification_failure strong"]],
  ["a bullet of a test outside any group", "FAIL src/a.test.js\n  ● adds", ["verification_failure strong"]],
  ["a console bullet is no failure", "  ● Console", []],
  ["a unit of systemd is no test", "● nginx.service - A high performance web server", []],
  [
    "a threshold of coverage",
    'Jest: "global" coverage threshold for lines (80%) not met: 71.2%',
    ["verification_failure proof"],
  ],
  ["FAIL in a sentence", "FAIL is what it says when src/a.test.ts breaks", []],
];

describe("jest", () => {
  it.each(ROWS)("%s", (_why, text, says) => {
    expect(verdictsIn(jest, text)).toEqual(says);
  });

  it("takes file, test, matcher and place", () => {
    const text = [
      "FAIL src/sum.test.ts",
      "  ● math › adds",
      "    expect(received).toBe(expected) // Object.is equality",
      "      at Object.<anonymous> (src/sum.test.ts:7:19)",
    ].join("\n");
    expect(factsIn(jest, text)).toEqual({
      framework: "jest",
      language: "javascript",
      file: "src/sum.test.ts",
      line: 7,
      failing_tests: ["math › adds"],
      error_message: "expect(received).toBe(expected) // Object.is equality",
    });
  });
});
