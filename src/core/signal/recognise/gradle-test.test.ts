import { describe, expect, it } from "vitest";

import { gradleTest } from "./gradle-test.ts";
import { factsIn, verdictsIn } from "../../../../test/observe-text.ts";

type Row = readonly [why: string, text: string, says: readonly string[]];

const ROWS: readonly Row[] = [
  ["a failing test", "FooTest > adds() FAILED", ["verification_failure strong"]],
  ["a passing test named after failing", "com.acme.FooTest > failsOnError() PASSED", ["success weak"]],
  ["the count", "5 tests completed, 1 failed, 1 skipped", ["verification_failure proof"]],
  [
    "the report's place",
    "> There were failing tests. See the report at: file:///b/reports/index.html",
    ["verification_failure proof"],
  ],
  ["a count with nothing failed", "43 tests completed, 0 failed", ["success proof"]],
  ["the test task", "> Task :app:testDebugUnitTest FAILED", ["verification_failure strong"]],
  ["another task is the build tool's", "> Task :app:compileJava FAILED", []],
  ["a sentence", "We saw a > b FAILED today maybe", []],
];

describe("Gradle tests", () => {
  it.each(ROWS)("%s", (_why, text, says) => {
    expect(verdictsIn(gradleTest, text)).toEqual(says);
  });

  it("takes test, type and message", () => {
    const text =
      "FooTest > adds() FAILED\n    org.opentest4j.AssertionFailedError: expected: <3> but was: <4>\n";
    expect(factsIn(gradleTest, text)).toEqual({
      framework: "gradle",
      language: "java",
      failing_tests: ["FooTest > adds()"],
      error_type: "org.opentest4j.AssertionFailedError",
      error_message: "expected: <3> but was: <4>",
    });
  });
});
