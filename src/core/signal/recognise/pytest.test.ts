import { describe, expect, it } from "vitest";

import { pytest } from "./pytest.ts";
import { factsIn, verdictsIn } from "../../../../test/observe-text.ts";

type Row = readonly [why: string, text: string, says: readonly string[]];

const ROWS: readonly Row[] = [
  ["a failing summary settles it", "=== 1 failed, 2 passed in 0.12s ===", ["verification_failure proof"]],
  ["only passes and warnings", "======= 12 passed, 3 warnings in 1.02s (0:00:01) =======", ["success proof"]],
  ["errors in collection fail the run", "1 error in 0.31s", ["verification_failure proof"]],
  ["expected failures alone say little", "4 xfailed in 0.10s", ["success weak"]],
  ["skips alone say little", "2 skipped in 0.01s", ["success weak"]],
  [
    "expected failures beside passes are a pass",
    "== 3 passed, 1 xfailed, 1 xpassed in 0.20s ==",
    ["success proof"],
  ],
  [
    "the summary of old versions",
    "==== 2 failed, 5 passed, 1 warnings in 3.41 seconds ====",
    ["verification_failure proof"],
  ],
  ["a summary cut before its time", "======== 2 failed, 10 passed ========", ["verification_failure proof"]],
  [
    "SymPy's runner writes its own form",
    "====== tests finished: 8 passed, 1 failed, in 0.52 seconds ======",
    ["verification_failure proof"],
  ],
  [
    "a passing test named after a failure",
    "tests/test_login.py::test_error_failed PASSED   [ 50%]",
    ["success weak"],
  ],
  [
    "a failing test, verbose",
    "tests/test_login.py::test_ok FAILED   [100%]",
    ["verification_failure strong"],
  ],
  [
    "a failing test under xdist",
    "[gw1] [ 33%] FAILED tests/test_a.py::test_b",
    ["verification_failure strong"],
  ],
  ["dots with an F", "tests/test_a.py ..F.                     [ 40%]", ["verification_failure strong"]],
  ["dots alone up to the end", "......                     [100%]", ["success weak"]],
  [
    "interrupted by collection errors",
    "!!!!!!!! Interrupted: 1 error during collection !!!!!!!!",
    ["verification_failure proof"],
  ],
  ["an assertion's explanation", "E       assert 3 == 4", ["verification_failure strong"]],
  ["no tests ran says nothing", "======= no tests ran in 0.01s =======", []],
  ["a sentence about failures", "Yesterday 1 failed, 2 passed in review", []],
  ["source that mentions FAILED", 'log.info("FAILED to connect")', []],
];

describe("pytest", () => {
  it.each(ROWS)("%s", (_why, text, says) => {
    expect(verdictsIn(pytest, text)).toEqual(says);
  });

  it("takes test, type, message, place and both sides", () => {
    const text = [
      "________ test_add ________",
      "E       AssertionError: assert 3 == 4",
      "tests/test_math.py:12: AssertionError",
      "FAILED tests/test_math.py::test_add - AssertionError: assert 3 == 4",
      "FAILED tests/test_math.py::test_sub[a b] - ValueError: no",
    ].join("\n");
    expect(factsIn(pytest, text)).toEqual({
      framework: "pytest",
      language: "python",
      error_type: "AssertionError",
      error_message: "assert 3 == 4",
      actual: "3",
      expected: "4",
      file: "tests/test_math.py",
      line: 12,
      failing_tests: ["test_add", "tests/test_math.py::test_add", "tests/test_math.py::test_sub[a b]"],
    });
  });
});
