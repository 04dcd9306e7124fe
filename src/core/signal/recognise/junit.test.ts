import { describe, expect, it } from "vitest";

import { junit } from "./junit.ts";
import { factsIn, verdictsIn } from "../../../../test/observe-text.ts";

type Row = readonly [why: string, text: string, says: readonly string[]];

const ROWS: readonly Row[] = [
  [
    "Surefire failed",
    "[ERROR] Tests run: 5, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.1 s <<< FAILURE! - in com.acme.FooTest",
    ["verification_failure proof"],
  ],
  ["Surefire passed", "[INFO] Tests run: 5, Failures: 0, Errors: 0, Skipped: 1", ["success proof"]],
  ["all skipped", "[WARNING] Tests run: 2, Failures: 0, Errors: 0, Skipped: 2", ["success weak"]],
  ["no tests", "Tests run: 0, Failures: 0, Errors: 0, Skipped: 0", []],
  [
    "the next class passes but the run failed",
    "Tests run: 1, Failures: 1, Errors: 0, Skipped: 0\nTests run: 2, Failures: 0, Errors: 0, Skipped: 0",
    ["verification_failure proof", "success weak"],
  ],
  ["TestNG failed", "Total tests run: 5, Passes: 4, Failures: 1, Skips: 0", ["verification_failure proof"]],
  ["TestNG passed", "Total tests run: 5, Passes: 5, Failures: 0, Skips: 0", ["success proof"]],
  [
    "the launcher passed",
    "[         3 tests successful      ]\n[         0 tests failed          ]",
    ["success proof"],
  ],
  ["the launcher failed", "[         1 tests failed          ]", ["verification_failure proof"]],
  ["JUnit 4's text runner", "OK (5 tests)", ["success proof"]],
  [
    "XML with failures",
    '<testsuite name="a" tests="3" failures="1" errors="0" time="0.1">',
    ["verification_failure proof"],
  ],
  ["XML without", '<testsuites tests="3" failures="0" errors="0">', ["success proof"]],
  ["a sentence", "the run failed because of FooTest", []],
];

describe("junit", () => {
  it.each(ROWS)("%s", (_why, text, says) => {
    expect(verdictsIn(junit, text)).toEqual(says);
  });

  it("takes test, line and message of the list", () => {
    const text = "[ERROR] Failures: \n[ERROR]   FooTest.adds:42 expected: <3> but was: <4>\n";
    expect(factsIn(junit, text)).toEqual({
      framework: "junit",
      language: "java",
      failing_tests: ["FooTest.adds"],
      line: 42,
      error_message: "expected: <3> but was: <4>",
    });
  });

  it("names the failing method", () => {
    const text =
      "[ERROR] com.acme.FooTest.adds -- Time elapsed: 0.01 s <<< FAILURE!\nadds(com.acme.FooTest)  Time elapsed: 0.01 sec  <<< ERROR!\n";
    expect(factsIn(junit, text).failing_tests).toEqual(["com.acme.FooTest.adds", "adds(com.acme.FooTest)"]);
  });
});
