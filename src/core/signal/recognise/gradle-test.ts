import type { Recogniser } from "./recogniser.ts";
import { testRules } from "./test-rules.ts";

/** The test lines of a Gradle build; the build's own result belongs to the build tool. */
export const gradleTest: Recogniser = testRules(
  "gradle-test",
  [
    " failed",
    " passed",
    "tests completed",
    "test completed",
    "failing tests",
    "assertionfailederror: ",
    "assertionerror: ",
    "comparisonfailure: ",
    "error at ",
    "exception at ",
    " skipped",
  ],
  [
    {
      pattern: /^[1-9]\d{0,6} tests? completed, [1-9]\d{0,6} failed(?:, \d{1,7} skipped)?$/,
      weight: "proof",
    },
    {
      pattern: /^[1-9]\d{0,6} tests? completed(?:, 0 failed)?(?:, \d{1,7} skipped)?$/,
      says: "success",
      weight: "proof",
    },
    {
      pattern: /\bThere were failing tests\. See the (?:report|results) at: (?<file>\S{1,300})/,
      weight: "proof",
    },
    { pattern: /^> Task (?<test>:\S{0,200}[tT]est\w{0,60}) FAILED$/ },
    { pattern: /^(?<test>[A-Za-z_$][\w.$]{0,250}(?:\[[^\]]{1,60}\])? > \S.{0,300}) FAILED$/ },
    {
      pattern: /^[A-Za-z_$][\w.$]{0,250}(?:\[[^\]]{1,60}\])? > \S.{0,300} (?:PASSED|SKIPPED)$/,
      says: "success",
      weight: "weak",
    },
    {
      pattern:
        /^\s{4,8}(?<type>(?:[a-z]\w{0,40}\.){1,8}\w{0,60}(?:AssertionFailedError|AssertionError|ComparisonFailure)): (?<message>.{1,600})$/,
    },
    {
      pattern:
        /^\s{4,8}(?<type>(?:[a-z]\w{0,40}\.){1,8}\w{1,60}(?:Error|Exception)) at (?<file>\w{1,100}\.(?:java|kt|groovy|scala)):(?<line>\d{1,7})$/,
    },
  ],
  { framework: "gradle", language: "java" },
);
