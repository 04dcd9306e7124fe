import type { Recogniser } from "./recogniser.ts";
import { testRules } from "./test-rules.ts";

const LEVEL = "^(?:\\[(?:info|error|warn)\\] {0,12})?";

/** ScalaTest, MUnit and specs2, as sbt prints them. */
export const scalatest: Recogniser = testRules(
  "scalatest",
  [
    "*** failed ***",
    "tests: succeeded",
    "passed: total",
    "failed: total",
    "tests passed",
    "error: total",
    "failed tests:",
    "testsfailedexception",
    "==> x ",
  ],
  [
    {
      pattern: new RegExp(`${LEVEL}Tests: succeeded \\d{1,7}, failed \\d{1,7}, canceled`),
      counts: { failed: /\bfailed (\d{1,7})/g, passed: /\bsucceeded (\d{1,7})/g },
    },
    {
      pattern: new RegExp(
        `${LEVEL}(?:Passed|Failed|Error): Total \\d{1,7}, Failed \\d{1,7}, Errors \\d{1,7}, Passed \\d{1,7}`,
      ),
      counts: { failed: /\b(?:Failed|Errors) (\d{1,7})/g, passed: /\bPassed (\d{1,7})/g },
    },
    { pattern: new RegExp(`${LEVEL}(?:- )?(?<test>\\S.{0,300}?) \\*\\*\\* FAILED \\*\\*\\*`) },
    {
      pattern: new RegExp(`${LEVEL}\\*\\*\\* [1-9]\\d{0,6} (?:TESTS?|SUITES?) (?:FAILED|ABORTED) \\*\\*\\*`),
      weight: "proof",
    },
    { pattern: new RegExp(`${LEVEL}All tests passed\\.$`), says: "success", weight: "proof" },
    { pattern: new RegExp(`${LEVEL}==> X (?<test>\\S{1,250})`) },
    { pattern: /^\[error\] Failed tests:$/ },
    { pattern: /^\[error\] \(.{1,120}\) sbt\.TestsFailedException: (?<message>.{1,200})$/, weight: "proof" },
  ],
  { framework: "scalatest", language: "scala" },
);
