import type { Recogniser } from "./recogniser.ts";
import { testRules } from "./test-rules.ts";

/** Test runners with one telling form each: busted, Julia, testthat, MATLAB, dbt and Newman. */
export const otherRunners: Recogniser = testRules(
  "other-runners",
  [
    " successes /",
    "test failed at",
    "error during test at",
    "some tests did not pass",
    "[ fail ",
    "verification failed in",
    "error occurred in",
    "done. pass=",
    "│              assertions │",
    "failure →",
    "failure in test",
  ],
  [
    {
      pattern: /^\d{1,7} success(?:es)? \/ \d{1,7} failures? \/ \d{1,7} errors? \/ \d{1,7} pending/,
      counts: { failed: /(\d{1,7}) (?:failure|error)s?/g, passed: /(\d{1,7}) success/g },
    },
    { pattern: /^Failure → (?<file>\S{1,300}) @ (?<line>\d{1,7})$/ },
    {
      pattern:
        /^(?:.{1,100}: )?(?:Test Failed|Error During Test) at (?<file>[^\s:]{1,300}):(?<line>\d{1,7})$/,
      weight: "proof",
    },
    { pattern: /\bSome tests did not pass: (?<message>\d{1,7} passed, .{1,100})$/, weight: "proof" },
    {
      pattern: /^\[ FAIL \d{1,7} \| WARN \d{1,7} \| SKIP \d{1,7} \| PASS \d{1,7} \]$/,
      counts: { failed: /FAIL (\d{1,7})/g, passed: /PASS (\d{1,7})/g, other: /SKIP (\d{1,7})/g },
    },
    { pattern: /^(?:Verification failed|Error occurred) in (?<test>[\w./()]{1,200})[.,]/, weight: "proof" },
    { pattern: /^ {0,4}Failure in test (?<test>\w{1,200}) \((?<file>[^)]{1,200})\)$/ },
    {
      pattern: /^Done\. PASS=\d{1,7} WARN=\d{1,7} ERROR=\d{1,7}/,
      counts: { failed: /ERROR=(\d{1,7})/g, passed: /PASS=(\d{1,7})/g },
    },
    { pattern: /^│ {1,40}assertions │ {1,40}\d{1,7} │ {1,40}[1-9]\d{0,6} │$/, weight: "proof" },
  ],
  {},
);
