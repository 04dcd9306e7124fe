import {
  countsTests,
  endsRun,
  fails,
  follows,
  ignores,
  opens,
  passes,
  provesFailure,
  provesSuccess,
  suggestsSuccess,
  within,
  type Tool,
} from "./tool.ts";

const JEST_COUNTS = {
  failed: /\b(\d{1,7}) failed\b/g,
  passed: /\b(\d{1,7}) passed\b/g,
  other: /\b(\d{1,7}) (?:skipped|todo|pending)\b/g,
};

/** Jest. The Tests and Test Suites lines are proof; bullets name the failing tests. */
export const jest: Tool = {
  name: "jest",
  kind: "test",
  facts: { framework: "jest", language: "javascript" },
  rules: [
    countsTests(
      JEST_COUNTS,
      /^\s{0,8}(?:Tests|Test Suites): {1,14}\d.{0,200}\b\d{1,7}(?: of \d{1,7})? total\b/,
    ),
    fails(
      /^\s{0,8}Snapshots: {1,14}[1-9]\d{0,6} failed,/,
      /^\s{0,4}FAIL {1,3}(?:\S{1,60} )?(?<file>\S{1,300}\.[cm]?[jt]sx?)(?: \([\d.]{1,12} ?m?s\))?$/,
    ),
    suggestsSuccess(/^\s{0,4}PASS {1,3}(?:\S{1,60} )?\S{1,300}\.[cm]?[jt]sx?(?: \([\d.]{1,12} ?m?s\))?$/),
    follows(3, fails(/^\s{0,8}● (?<message>Test suite failed to run)$/)),
    fails(
      /^\s{0,8}● (?<test>\S.{0,250} › \S.{0,250})$/,
      /^\s{0,12}(?:Error: )?(?<message>expect\((?:received|jest\.fn\(\)|mock\w{0,20}|element|spy|locator|page|string|object|value|fn)?\)(?:\.\w{1,20}){0,2}\.to\w{1,60}\(.{0,120}\)(?: \/\/ .{1,80})?)$/,
      /^\s{0,12}- Expected {1,4}- \d{1,6}$/,
      /^\s{0,12}(?<message>thrown: "Exceeded timeout of \d{1,9} ?ms for a (?:test|hook)\.)/,
      /^\s{0,12}(?<message>Jest encountered an unexpected token)$/,
      /^\s{0,8}(?<message>\d{1,7} snapshots? failed\b.{0,120})/,
      /^(?<message>No tests found, exiting with code 1)/,
    ),
    provesFailure(
      /^(?<message>Jest: (?:"[^"]{1,200}" )?coverage (?:threshold|data).{1,200} (?:not met|not found).{0,60})/,
    ),
    endsRun(ignores(/^Ran all test suites/)),
    within(
      "failed",
      fails(
        /^\s{4,12}at .{0,200}\((?<file>[^()\s:]{1,300}\.(?:test|spec)\.[cm]?[jt]sx?):(?<line>\d{1,7}):\d{1,7}\)$/,
        /^ {2,6}● (?!Console$|Deprecation |Validation |Multiple )(?<test>\S.{0,300})$/,
      ),
    ),
  ],
  hits: {
    "verification_failure proof": [
      "Tests:       1 failed, 4 passed, 5 total",
      'Jest: "global" coverage threshold for lines (80%) not met: 71.2%',
    ],
    "success proof": [
      "Test Suites: 2 passed, 2 total\nTests:       1 skipped, 4 passed, 5 total",
      "Tests:       0 failed, 4 passed, 4 total",
    ],
    "success weak": ["Tests:       2 todo, 2 total", "PASS src/error-handling.test.ts"],
    "verification_failure proof, success weak": [
      "Test Suites: 1 failed, 1 passed, 2 total\nTests:       4 passed, 4 total",
    ],
    "verification_failure proof, success proof": [
      "Tests: 1 failed, 1 total\nRan all test suites.\nTests: 1 passed, 1 total",
    ],
    "verification_failure strong": [
      "FAIL src/sum.test.ts (5.1 s)",
      "  ● math › adds",
      "FAIL src/a.test.js\n  ● adds",
    ],
  },
  misses: [
    "  ● Console",
    "● nginx.service - A high performance web server",
    "FAIL is what it says when src/a.test.ts breaks",
  ],
};

const VITEST_COUNTS = {
  failed: /\b(\d{1,7}) (?:failed|errors?)\b/g,
  passed: /\b(\d{1,7}) passed\b/g,
  other: /\b(\d{1,7}) (?:skipped|todo|expected fail)\b/g,
};

/** Vitest. The Tests and Test Files lines are proof; FAIL lines name file and test. */
export const vitest: Tool = {
  name: "vitest",
  kind: "test",
  facts: { framework: "vitest", language: "javascript" },
  rules: [
    countsTests(VITEST_COUNTS, /^\s{0,14}(?:Test Files|Tests) {2,4}\d.{0,200}\(\d{1,7}\)/),
    provesFailure(/^\s{0,14}(?:Type )?Errors {2}[1-9]\d{0,6} errors?\b/),
    fails(
      /^\s{0,4}FAIL {1,3}(?:\|?[\w@.-]{1,40}\|? {1,2})?(?<test>(?<file>[^\s|]{1,300}\.[cm]?[jt]sx?)(?::\d{1,7}:\d{1,7})? > .{1,400})$/,
      /^\s{0,4}FAIL {1,3}(?:\|?[\w@.-]{1,40}\|? {1,2})?(?<file>[^\s|]{1,300}\.[cm]?[jt]sx?) \[ .{1,300} \]$/,
      /^\s{0,6}[❯×] (?: {0,2}\|?[\w@.-]{1,40}\|? {1,2})?(?<file>\S{1,300}\.[cm]?[jt]sx?) {1,4}\(\d{1,7}(?: tests?)? \| [1-9]\d{0,6} failed/,
      /^\s{0,6}[❯×] (?: {0,2}\|?[\w@.-]{1,40}\|? {1,2})?(?<file>\S{1,300}\.(?:test|spec)\.[cm]?[jt]sx?) {1,4}\(0 test\)/,
      /^\s{0,4}❯ (?:.{1,200} )?(?<file>\S{1,300}\.(?:test|spec)\.[cm]?[jt]sx?):(?<line>\d{1,7}):\d{1,7}$/,
    ),
    suggestsSuccess(
      /^\s{0,6}✓ (?: {0,2}\|?[\w@.-]{1,40}\|? {1,2})?\S{1,300}\.(?:test|spec)\.[cm]?[jt]sx? {1,4}\(\d{1,7}/,
    ),
    fails(
      /^\s{2,12}× (?<test>\S.{0,300}?)(?: \d{1,9}ms)?$/,
      /^⎯{3,60} {0,2}(?:Failed (?:Tests|Suites|Typechecks) \d{1,7}|Unhandled (?:Errors|Rejection|Error)) {0,2}⎯{3,60}$/,
    ),
    provesFailure(/^(?<message>Vitest caught \d{1,7} unhandled errors? during the test run)/),
    fails(/^(?<message>No test files found, exiting with code 1)/),
  ],
  hits: {
    "verification_failure proof": [
      " Test Files  1 failed | 2 passed (3)\n      Tests  1 failed | 9 passed (10)",
    ],
    "success proof": [" Test Files  3 passed (3)\n      Tests  9 passed | 1 skipped (10)"],
    "verification_failure proof, success weak": [" Test Files  1 failed (2)\n      Tests  3 passed (3)"],
    "success proof, verification_failure proof": ["      Tests  3 passed (3)\n     Errors  1 error"],
    "success weak": ["      Tests  3 skipped (3)", " ✓ src/fail.test.ts (3 tests) 5ms"],
    "verification_failure strong": [
      " ❯ src/sum.test.ts (3 tests | 1 failed) 12ms",
      " FAIL   unit  src/sum.test.ts > math > adds",
      "⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯",
    ],
  },
  misses: ["Type Errors  no errors"],
};

const KARMA = { framework: "karma", language: "javascript" };
const JASMINE = { framework: "jasmine", language: "javascript" };

/** Mocha and Cypress's spec reporter, Karma and Jasmine. */
export const mocha: Tool = {
  name: "mocha",
  kind: "test",
  facts: { framework: "mocha", language: "javascript" },
  rules: [
    opens(
      "summary",
      provesFailure(/^\s{0,8}(?:✖ |✗ )?[1-9]\d{0,6} failing(?: \(.{1,20}\))?$/),
      provesSuccess(/^\s{0,8}(?:✔ |✓ )?[1-9]\d{0,6} passing(?: \([\d.]{1,12} ?(?:ms|s|m|h)\))?$/),
      suggestsSuccess(/^\s{0,8}[1-9]\d{0,6} pending$/),
      ignores(/^\s{0,8}"(?:after|before) (?:all|each)" hook (?:for|in) /),
    ),
    provesFailure(
      KARMA,
      /\bExecuted \d{1,7} of \d{1,7} {1,2}\([1-9]\d{0,6} FAILED\)/,
      /\bExecuted \d{1,7} of \d{1,7} (?:\(skipped \d{1,7}\) )?(?:ERROR|DISCONNECTED)\b/,
    ),
    provesSuccess(
      KARMA,
      /\bExecuted ([1-9]\d{0,6}) of \1 SUCCESS\b/,
      /\bExecuted [1-9]\d{0,6} of \d{1,7} \(skipped \d{1,7}\) SUCCESS\b/,
    ),
    provesFailure(KARMA, /^TOTAL: [1-9]\d{0,6} FAILED, \d{1,7} SUCCESS$/),
    provesSuccess(KARMA, /^TOTAL: [1-9]\d{0,6} SUCCESS$/),
    fails(
      KARMA,
      /^(?:Chrome|Firefox|HeadlessChrome|Chromium|ChromeHeadless|Safari|Edge|PhantomJS|jsdom|Electron)\b[ \w./-]{0,40}(?:\([^()]{1,60}\))? (?<test>\S.{0,300}) FAILED$/i,
    ),
    provesFailure(JASMINE, /^\d{1,7} specs?, [1-9]\d{0,6} failures?\b/),
    provesSuccess(JASMINE, /^[1-9]\d{0,6} specs?, 0 failures\b/),
    opens("ticked", ignores(/^\s{2,20}[✓✔] \S/)),
    within(
      "failed",
      fails(
        /^\s{2,4}\d{1,5}\) (?<test>\S.{0,300}?):?$/,
        /^\s{5,8}(?<type>\w{0,80}(?:Error|Exception|Failure))(?: \[[A-Z_]{1,60}\])?: (?<message>\S.{0,600})$/,
      ),
    ),
    within("ticked", fails(/^\s{4,30}\d{1,5}\) (?<test>\S.{0,300})$/)),
  ],
  starts: [") "],
  hits: {
    "success proof": [
      "  12 passing (34ms)",
      "  3 passing (1s)\n  0 failing",
      "Chrome 120.0 (Linux): Executed 5 of 5 SUCCESS (0.1 secs / 0.05 secs)",
      "5 specs, 0 failures",
    ],
    "success proof, verification_failure proof": ["  12 passing (34ms)\n  1 failing"],
    "success weak": ["  2 pending"],
    "verification_failure strong": ["    ✓ adds\n    1) subtracts"],
    "verification_failure proof": [
      "Chrome 120.0 (Linux): Executed 5 of 5 (1 FAILED) (0.1 secs / 0.05 secs)",
      "5 specs, 1 failure, 1 pending spec",
    ],
  },
  misses: [
    "  1) install it\n  2) run it",
    "Chrome 120.0 (Linux): Executed 2 of 5 SUCCESS (0.1 secs / 0.05 secs)",
    "2 failing tests were fixed last week",
  ],
};

const DURATION = "(?: \\([\\d.]{1,12} ?(?:ms|s|m|h)\\))?";

/** Playwright, Cypress, TestCafe and WebdriverIO summaries. */
export const playwright: Tool = {
  name: "playwright",
  kind: "test",
  facts: { framework: "playwright", language: "javascript" },
  rules: [
    provesFailure(new RegExp(`^ {0,4}[1-9]\\d{0,6} (?:failed|interrupted)${DURATION}$`)),
    provesSuccess(new RegExp(`^ {0,4}[1-9]\\d{0,6} passed${DURATION}$`)),
    suggestsSuccess(new RegExp(`^ {0,4}[1-9]\\d{0,6} (?:flaky|skipped|did not run)${DURATION}$`)),
    fails(
      /^\s{2,8}(?:\d{1,5}\) )?\[(?:[\w -]{1,40})\] › (?<test>(?<file>[^\s:]{1,250}\.[cm]?[jt]sx?):(?<line>\d{1,7}):\d{1,7} › .{1,300}?)(?: [─-]{1,200})?$/,
      /^\s{0,4}[✘✗x] {1,4}\d{1,5} (?:\[[\w -]{1,40}\] › )?(?<test>(?<file>[^\s:]{1,250}\.[cm]?[jt]sx?):(?<line>\d{1,7}):\d{1,7} › .{1,300}?)(?: \([\d.]{1,12}m?s\))?$/,
    ),
    suggestsSuccess(/^\s{0,4}[✓✔ok]{1,2} {1,4}\d{1,5} (?:\[[\w -]{1,40}\] › )?\S{1,250}:\d{1,7}:\d{1,7} › /),
    fails(
      /^\s{2,12}(?:Error: )?(?<message>Test timeout of \d{1,9}ms exceeded\b.{0,100})$/,
      /^\s{2,12}(?:Error: )?(?<message>Timed out \d{1,9}ms waiting for expect\(.{1,60}\)(?:\.not)?\.to\w{1,60}\(.{0,100}\))$/,
      /^\s{2,12}(?:Error: )?(?<message>expect\(.{1,60}\)(?:\.not)?\.to\w{1,60}\(.{0,100}\) failed)$/,
    ),
    provesFailure(/^\s{0,4}[│|] Failing: {1,12}[1-9]\d{0,6} {1,200}[│|]/),
    passes(/^\s{0,4}[│|] Failing: {1,12}0 {1,200}[│|]/),
    provesFailure(/^\s{0,6}[✖×] {1,4}\d{1,7} of \d{1,7} failed \(\d{1,3}%\)/),
    provesSuccess(/^\s{0,6}[✔√] {1,4}All specs passed!/),
    provesFailure(/^\s{0,4}[1-9]\d{0,6}\/\d{1,7} failed \([\w ]{1,20}\)$/),
    countsTests(
      { failed: /\b(\d{1,7}) failed\b/g, passed: /\b(\d{1,7}) passed\b/g },
      /^Spec Files:\s{1,4}\d.{0,120}\btotal\b/,
    ),
  ],
  hits: {
    "verification_failure proof, verification_failure strong, success weak": [
      "  1 failed\n    [chromium] › tests/login.spec.ts:3:1 › logs in ─────\n  3 passed (4.2s)",
    ],
    "success proof": [
      "  3 passed (4.2s)",
      "    ✔  All specs passed!                        00:12        5        5        -        -        -",
    ],
    "success weak, success proof": ["  1 flaky\n  3 passed (4.2s)"],
    "verification_failure proof": [
      "    ✖  1 of 2 failed (50%)                     00:12        5        4        1        -        -",
      "Spec Files:\t 1 passed, 1 failed, 2 total (100% completed) in 00:00:12",
    ],
  },
  misses: ["of the 3 runs 1 failed on Monday"],
};
