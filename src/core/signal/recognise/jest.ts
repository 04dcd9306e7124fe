import type { LineReader, Recogniser } from "./recogniser.ts";
import { applyTestRules, type CountWords, type RunState, type TestRule } from "./test-rules.ts";

const FACTS = { framework: "jest", language: "javascript" } as const;

const COUNTS: CountWords = {
  failed: /\b(\d{1,7}) failed\b/g,
  passed: /\b(\d{1,7}) passed\b/g,
  other: /\b(\d{1,7}) (?:skipped|todo|pending)\b/g,
};

const RULES: readonly TestRule[] = [
  {
    pattern: /^\s{0,8}(?:Tests|Test Suites): {1,14}\d.{0,200}\b\d{1,7}(?: of \d{1,7})? total\b/,
    counts: COUNTS,
  },
  { pattern: /^\s{0,8}Snapshots: {1,14}[1-9]\d{0,6} failed,/ },
  { pattern: /^\s{0,4}FAIL {1,3}(?:\S{1,60} )?(?<file>\S{1,300}\.[cm]?[jt]sx?)(?: \([\d.]{1,12} ?m?s\))?$/ },
  {
    pattern: /^\s{0,4}PASS {1,3}(?:\S{1,60} )?\S{1,300}\.[cm]?[jt]sx?(?: \([\d.]{1,12} ?m?s\))?$/,
    says: "success",
    weight: "weak",
  },
  { pattern: /^\s{0,8}● (?<message>Test suite failed to run)$/, follow: 3 },
  { pattern: /^\s{0,8}● (?<test>\S.{0,250} › \S.{0,250})$/ },
  {
    pattern:
      /^\s{0,12}(?:Error: )?(?<message>expect\((?:received|jest\.fn\(\)|mock\w{0,20}|element|spy|locator|page|string|object|value|fn)?\)(?:\.\w{1,20}){0,2}\.to\w{1,60}\(.{0,120}\)(?: \/\/ .{1,80})?)$/,
  },
  { pattern: /^\s{0,12}- Expected {1,4}- \d{1,6}$/ },
  { pattern: /^\s{0,12}(?<message>thrown: "Exceeded timeout of \d{1,9} ?ms for a (?:test|hook)\.)/ },
  { pattern: /^\s{0,12}(?<message>Jest encountered an unexpected token)$/ },
  { pattern: /^\s{0,8}(?<message>\d{1,7} snapshots? failed\b.{0,120})/ },
  { pattern: /^(?<message>No tests found, exiting with code 1)/ },
  {
    pattern:
      /^(?<message>Jest: (?:"[^"]{1,200}" )?coverage (?:threshold|data).{1,200} (?:not met|not found).{0,60})/,
    weight: "proof",
  },
];

const FRAME =
  /^\s{4,12}at .{0,200}\((?<file>[^()\s:]{1,300}\.(?:test|spec)\.[cm]?[jt]sx?):(?<line>\d{1,7}):\d{1,7}\)$/;

/** Lines that mean a failure only below a file that failed. */
const BELOW_FAIL: readonly TestRule[] = [
  { pattern: FRAME },
  { pattern: /^ {2,6}● (?!Console$|Deprecation |Validation |Multiple )(?<test>\S.{0,300})$/ },
];

/** Jest: the Tests and Test Suites lines settle it; bullets name the failing tests. */
export const jest: Recogniser = {
  name: "jest",
  triggers: [
    "tests:",
    "suites:",
    "snapshot",
    "fail ",
    "pass ",
    "●",
    "expect(",
    "- expected",
    "jest",
    "exceeded timeout",
    "no tests found",
    "ran all test suites",
    ".test.",
    ".spec.",
  ],
  createReader: (): LineReader => {
    const run: RunState = { failed: false };
    return {
      readLine: ({ text }, report) => {
        if (applyTestRules(RULES, text, report, FACTS, run)) return;
        if (text.startsWith("Ran all test suites")) run.failed = false;
        if (run.failed) applyTestRules(BELOW_FAIL, text, report, FACTS, run);
      },
    };
  },
};
