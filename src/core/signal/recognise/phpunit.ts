import type { Recogniser } from "./recogniser.ts";
import { testRules } from "./test-rules.ts";

/** PHPUnit and Pest. */
export const phpunit: Recogniser = testRules(
  "phpunit",
  [
    "ok (",
    "ok, but",
    "failures!",
    "errors!",
    "assertions",
    "tests:",
    "failed asserting",
    "there w",
    "::test",
    "⨯",
    "fail  ",
    "failed  ",
    "pass  ",
    "test.php:",
  ],
  [
    { pattern: /^OK \([1-9]\d{0,6} tests?, \d{1,7} assertions?\)/, says: "success", weight: "proof" },
    { pattern: /^OK, but (?:incomplete|there were|some tests)/, says: "success", weight: "strong" },
    { pattern: /^(?:FAILURES|ERRORS)!$/ },
    {
      pattern:
        /^Tests: \d{1,7}, (?:Assertions|Failures|Errors|Warnings|Skipped|Incomplete|Deprecations|Notices|Risky): \d{1,7}.{0,200}/,
      counts: { failed: /\b(?:Failures|Errors): (\d{1,7})/g, passed: /^Tests: (\d{1,7})/g },
    },
    {
      pattern: /^\s{0,4}Tests: {1,6}\d.{0,160}\(\d{1,7} assertions?\)/,
      counts: {
        failed: /\b(\d{1,7}) (?:failed|errors?)\b/g,
        passed: /\b(\d{1,7}) passed\b/g,
        other: /\b(\d{1,7}) (?:skipped|todo|incomplete|risky)\b/g,
      },
    },
    { pattern: /^There (?:was 1|were \d{1,7}) (?:failures?|errors?):$/ },
    { pattern: /^\d{1,5}\) (?<test>[A-Za-z_\\][\w\\]{0,200}::\w{1,200}(?: with data set .{1,200})?)$/ },
    {
      pattern:
        /^\s{0,6}(?<message>Failed asserting that (?:two (?:strings|arrays|objects|variables) .{1,200}|(?<actual>.{1,200}) (?:matches expected|is identical to|equals|is equal to) (?<expected>.{1,200}))\.)$/,
    },
    { pattern: /^\s{0,6}(?<message>Failed asserting that .{1,400})$/ },
    { pattern: /^\s{0,4}FAIL {2}(?<test>[A-Z]\w{0,80}(?:\\\w{1,80}){1,10})$/ },
    { pattern: /^\s{0,4}PASS {2}[A-Z]\w{0,80}(?:\\\w{1,80}){1,10}$/, says: "success", weight: "weak" },
    { pattern: /^\s{0,4}FAILED {2}(?<test>[A-Z]\w{0,80}(?:\\\w{1,80}){1,10} > \S.{0,300})$/ },
    { pattern: /^\s{2,6}⨯ (?<test>\S.{0,300}?) {2,200}[\d.]{1,8}s$/ },
    { pattern: /^(?<file>\/\S{1,250}Test\.php):(?<line>\d{1,7})$/ },
  ],
  { framework: "phpunit", language: "php" },
);
