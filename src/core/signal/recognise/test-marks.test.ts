import { describe, expect, it } from "vitest";

import { testMarks } from "./test-marks.ts";
import { factsIn, verdictsIn } from "../../../../test/observe-text.ts";

type Row = readonly [why: string, text: string, says: readonly string[]];

const ROWS: readonly Row[] = [
  [
    "an unexpected failure",
    "TEST-UNEXPECTED-FAIL | dom/test_a.html | got 1, expected 2",
    ["verification_failure proof"],
  ],
  ["a pass that mentions an error", "TEST-PASS | dom/test_error.html | error as wanted", ["success weak"]],
  ["a known failure", "REFTEST TEST-KNOWN-FAIL | layout/a.html", ["success weak"]],
  ["counts alone, passing", "12 passed, 0 failed", ["success proof"]],
  ["counts alone, failing", "Passed: 3 | Failed: 1", ["verification_failure proof"]],
  ["counts with a label", "Results: 10 passed, 2 failed, 12 total", ["verification_failure proof"]],
  ["labels with equals signs", "passed=3, failed=0, skipped=1", ["success proof"]],
  ["a plain announcement", "ALL TESTS PASS", ["success proof"]],
  ["a plain announcement of failure", "Some tests failed.", ["verification_failure proof"]],
  ["an exit code an agent echoed", "tests exit: 1", ["verification_failure proof"]],
  ["an exit code of zero", "tests exit: 0", ["success proof"]],
  ["a ratio that passes", "12/12 tests passed", ["success proof"]],
  ["a cross with a time", "    ✕ adds (5 ms)", ["verification_failure strong"]],
  ["a tick on a test named after failing", "    ✓ fails on error (2 ms)", ["success weak"]],
  ["Dart failed", "00:02 +5 -1: Some tests failed.", ["verification_failure proof"]],
  ["Dart passed", "00:02 +5: All tests passed!", ["success proof"]],
  ["Deno failed", "FAILED | 1 passed | 1 failed (13ms)", ["verification_failure proof"]],
  ["Deno passed", "ok | 3 passed | 0 failed (5ms)", ["success proof"]],
  ["Bun failed, whatever passed before", " 3 pass\n 1 fail", ["success proof", "verification_failure proof"]],
  ["Bun passed", "(pass) fails on error [0.12ms]\n 3 pass\n 0 fail", ["success weak", "success proof"]],
  ["a total with nothing failed", "2,165 total; 110 skipped; 0 failures; 0 errors.", ["success proof"]],
  ["counts on lines of their own, failing", "Passed: 10\nFailed: 2", ["verification_failure proof"]],
  [
    "counts on lines of their own, passing",
    "INFO | Passed: 10\nINFO | Failed: 0\nINFO | Todo: 3",
    ["success proof"],
  ],
  ["one such count alone", "Failed: 2", []],
  ["a ratio short of the whole", "=== RESULTS: 10/12 passed ===", ["verification_failure strong"]],
  ["a mark before the announcement", "✅ All tests passed!", ["success proof"]],
  ["failures that were expected", "6 failing as expected", ["success weak"]],
  ["a labelled count of failures", "Tests failed: 3", ["verification_failure proof"]],
  ["a labelled count of none", "Failed tests: 0", ["success strong"]],
  [
    "npm's closing words",
    "npm ERR! Test failed.  See above for more details.",
    ["verification_failure proof"],
  ],
  ["automake", "# FAIL:  1", ["verification_failure proof"]],
  ["automake without failures", "# FAIL:  0", []],
  ["a person's plan", "we passed on it, and 1 failed anyway", []],
  ["a request", "add a failing test first, then make all tests pass", []],
  ["code", "if (failed > 0) console.log(`${failed} failed, ${passed} passed`);", []],
  ["a search hit", "src/run.ts:12:  // TEST-UNEXPECTED-FAIL | path", []],
];

describe("marks of test runners", () => {
  it.each(ROWS)("%s", (_why, text, says) => {
    expect(verdictsIn(testMarks, text)).toEqual(says);
  });

  it("takes test and message", () => {
    expect(factsIn(testMarks, "TEST-UNEXPECTED-FAIL | dom/test_a.html | got 1, expected 2")).toEqual({
      failing_tests: ["dom/test_a.html"],
      error_message: "got 1, expected 2",
    });
  });
});
