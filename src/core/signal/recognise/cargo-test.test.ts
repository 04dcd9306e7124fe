import { describe, expect, it } from "vitest";

import { cargoTest } from "./cargo-test.ts";
import { factsIn, verdictsIn } from "../../../../test/observe-text.ts";

type Row = readonly [why: string, text: string, says: readonly string[]];

const ROWS: readonly Row[] = [
  [
    "failed",
    "test result: FAILED. 3 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s",
    ["verification_failure proof"],
  ],
  [
    "passed",
    "test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s",
    ["success proof"],
  ],
  [
    "an empty run says nothing",
    "test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out",
    [],
  ],
  ["a failing test", "test tests::adds ... FAILED", ["verification_failure strong"]],
  ["a passing test named after a failure", "test tests::fails_on_error ... ok", ["success weak"]],
  ["a panic outside a test section", "thread 'main' panicked at src/main.rs:2:5:\nboom", []],
  ["cargo's own last word", "error: test failed, to rerun pass `--lib`", ["verification_failure strong"]],
  [
    "nextest failed",
    "     Summary [   0.123s] 12 tests run: 11 passed, 1 failed, 2 skipped",
    ["verification_failure proof"],
  ],
  [
    "nextest passed",
    "     Summary [   0.123s] 12 tests run: 12 passed (1 slow), 0 skipped",
    ["success proof"],
  ],
  ["nextest's test line", "        FAIL [   0.005s] calc tests::adds", ["verification_failure strong"]],
];

describe("cargo test", () => {
  it.each(ROWS)("%s", (_why, text, says) => {
    expect(verdictsIn(cargoTest, text)).toEqual(says);
  });

  it("takes test, place, message and both sides", () => {
    const text = [
      "---- tests::adds stdout ----",
      "",
      "thread 'tests::adds' panicked at src/lib.rs:12:9:",
      "assertion `left == right` failed",
      "  left: 3",
      " right: 4",
    ].join("\n");
    expect(factsIn(cargoTest, text)).toEqual({
      framework: "cargo test",
      language: "rust",
      failing_tests: ["tests::adds"],
      file: "src/lib.rs",
      line: 12,
      error_message: "assertion `left == right` failed",
      actual: "3",
      expected: "4",
    });
  });
});
