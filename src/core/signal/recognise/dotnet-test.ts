import type { Recogniser } from "./recogniser.ts";
import { testRules } from "./test-rules.ts";

const LABELLED = {
  failed: /\b(?:failed|errors): {1,12}(\d{1,7})/gi,
  passed: /\b(?:passed|succeeded): {1,12}(\d{1,7})/gi,
  other: /\bskipped: {1,12}(\d{1,7})/gi,
};

/** dotnet test and VSTest with xUnit, NUnit and MSTest. */
export const dotnetTest: Recogniser = testRules(
  "dotnet-test",
  [
    "failed",
    "passed",
    "total:",
    "test run ",
    "test summary",
    "test count",
    "overall result",
    "[fail]",
    "assert.",
    "testerror",
    "succeeded",
  ],
  [
    {
      pattern:
        /^\s{0,4}(?:Failed|Passed|Skipped)! {1,4}- Failed: {1,10}\d{1,7}, Passed: {1,10}\d{1,7}(?:, Skipped: {1,10}\d{1,7})?/,
      counts: LABELLED,
    },
    {
      pattern: /^Test summary: total: \d{1,7}, failed: \d{1,7}, succeeded: \d{1,7}, skipped: \d{1,7}/i,
      counts: LABELLED,
    },
    {
      pattern: /^\s{0,4}Test Count: \d{1,7}, (?:Pass|Passed): \d{1,7}, (?:Fail|Failed): \d{1,7}/,
      counts: { ...LABELLED, failed: /\bFail(?:ed)?: (\d{1,7})/g },
    },
    {
      pattern: /^\s{0,6}\S{1,200} {1,4}Total: \d{1,7}, Errors: \d{1,7}, Failed: \d{1,7}, Skipped: \d{1,7}/,
      counts: { failed: LABELLED.failed, passed: /\bTotal: (\d{1,7})/g },
    },
    { pattern: /^Test Run (?:Failed|Aborted)\.$/, weight: "proof" },
    { pattern: /^Test Run Successful\.$/, says: "success", weight: "proof" },
    { pattern: /^Test run summary: (?:Failed!|Aborted|Zero tests ran)/, weight: "proof" },
    { pattern: /^Test run summary: Passed!/, says: "success", weight: "proof" },
    { pattern: /^\s{0,4}Overall result: Failed$/, weight: "proof" },
    { pattern: /^\s{0,4}Overall result: Passed$/, says: "success", weight: "proof" },
    { pattern: /^\s{4,12}Failed: {1,6}[1-9]\d{0,6}$/, weight: "proof" },
    {
      pattern:
        /^\s{1,4}(?:Failed|X) (?<test>[A-Za-z_][\w.+<>]{0,250}(?:\([^)]{0,200}\))?) \[(?:< )?[\d.,hms ]{1,20}\]$/,
    },
    { pattern: /^failed (?<test>[A-Za-z_][\w.+]{0,250}(?:\([^)]{0,200}\))?) \([\d.,hms ]{1,20}\)$/ },
    {
      pattern: /^\s{1,4}Passed [A-Za-z_][\w.+<>]{0,250}(?:\([^)]{0,200}\))? \[(?:< )?[\d.,hms ]{1,20}\]$/,
      says: "success",
      weight: "weak",
    },
    { pattern: /^\[xUnit\.net [\d:.]{1,20}\] {1,8}(?<test>\S.{0,300}) \[FAIL\]$/ },
    {
      pattern:
        /^(?<file>\S{1,250}\.(?:cs|fs|vb))\((?<line>\d{1,7})\): error TESTERROR: (?<message>.{1,400})$/,
    },
    { pattern: /^\s{0,8}(?<message>Assert\.\w{1,40}\(\) Failure\b.{0,200})$/ },
    {
      pattern:
        /^\s{0,8}(?:Message: )?(?<message>Assert\.\w{1,40} failed\. Expected:<(?<expected>[^>]{0,200})>\. Actual:<(?<actual>[^>]{0,200})>\..{0,200})$/,
    },
    { pattern: /^\s{0,8}(?:Message: )?(?<message>Assert\.\w{1,40} failed\..{0,300})$/ },
  ],
  { framework: "dotnet test", language: "csharp" },
);
