import { readOutcome } from "./test-counts.ts";
import { isSourceLine } from "./source-line.ts";
import { createCountReader, withoutGroups } from "./test-counts.ts";
import {
  fails,
  passes,
  provesFailure,
  provesSuccess,
  suggestsFailure,
  suggestsSuccess,
  unless,
  type Tool,
} from "./tool.ts";

/** Marks that many test runners share, for runners that have no rules of their own. */
export const testMarks: Tool = {
  name: "test-marks",
  kind: "test",
  rules: [
    // This form reads like a comment.
    provesFailure(/^# (?:FAIL|ERROR): {1,4}[1-9]\d{0,6}$/),
    unless(
      isSourceLine,
      provesFailure(/^(?:FAILED|ok) \| \d{1,7} passed.{0,80} \| [1-9]\d{0,6} failed\b/),
      provesSuccess(/^ok \| [1-9]\d{0,6} passed.{0,80} \| 0 failed\b/),
      provesFailure(/^ {0,2}[1-9]\d{0,6} fail$/),
      provesSuccess(/^ {0,2}[1-9]\d{0,6} pass$/),
      fails(/^\(fail\) (?<test>\S.{0,300}?)(?: \[[\d.]{1,12}m?s\])?$/),
      suggestsSuccess(/^\(pass\) \S/),
      provesFailure(
        /(?:^|REFTEST )TEST-UNEXPECTED-(?:FAIL|ERROR|TIMEOUT|CRASH|NOTRUN|PASS|PRECONDITION_FAILED) \| (?<test>[^|]{1,300})(?: \| (?<message>.{1,600}))?$/,
      ),
      suggestsSuccess(/(?:^|REFTEST )TEST-(?:PASS|OK|KNOWN-FAIL|KNOWN-SLOW|SKIP)\b/),
      provesFailure(/(?:^|\| )Unexpected(?: results)?: {1,8}[1-9]\d{0,6}\b/),
      provesSuccess(/(?:^|\| )Unexpected(?: results)?: {1,8}0\b/),
      provesFailure(/^TINDERBOX_PRINT: .{1,160}<em class="testfail">/),
      fails(
        /^(?<test>[\w./:-]{1,200}) ?(?:\.{2,80}|…) ?(?:FAILED|FAIL)$/,
        /^FAIL: (?<test>[\w./-]{1,200})(?: \(exit status: \d{1,3}\))?$/,
      ),
      provesFailure(/^(?:Fail|Timeout): {6,30}[1-9]\d{0,6}$/),
      fails(/^\s{0,3}\d{1,7}\/\d{1,7} .{1,200}\b(?:FAIL|TIMEOUT) {4,40}[\d.]{1,12}s\b/),
      provesSuccess(
        /^[^\w"'`([{<]{0,40}All (?:\d{1,7} )?(?:unit |integration |e2e )?(?:tests?|specs|checks) (?:have )?pass(?:ed)?\b[!. =*-]{0,40}$/i,
      ),
      provesFailure(/^[^\w"'`([{<]{0,40}(?:Some|[1-9]\d{0,6}) tests? (?:have )?failed\b[!.: =*-]{0,40}$/i),
      fails(/^[=\s*-]{0,40}TESTS? (?:FAILED|FAIL)[!. =*-]{0,40}$/),
      passes(/^[=\s*-]{0,40}TESTS? (?:PASSED|PASS)[!. =*-]{0,40}$/),
      provesSuccess(
        /^[✔✓]? {0,2}(\d{1,7})(?: of |\/)\1 (?:tests?|specs?|checks?|cases)(?: have)? pass(?:ed)?\b/i,
      ),
      provesFailure(
        /^[✘✖✗×✕]? {0,2}[1-9]\d{0,6}(?: of |\/| out of )\d{1,7} (?:tests?|specs?|checks?|cases)(?: have)? failed\b/i,
      ),
      provesSuccess(/^\s{0,4}[1-9]\d{0,6} tests? passed$/),
      provesFailure(
        /^\s{0,4}[1-9]\d{0,6} (?:uncaught exceptions?|unhandled rejections?)$/,
        /^[=\s*-]{0,20}tests?\b[\w ]{0,20}\b(?:exit|rc|status)(?: code)?[:= ]{1,3}[1-9]\d{0,2}$/i,
      ),
      provesSuccess(/^[=\s*-]{0,20}tests?\b[\w ]{0,20}\b(?:exit|rc|status)(?: code)?[:= ]{1,3}0$/i),
      passes(/^no (?:test )?failures[.!]?$/i),
      suggestsSuccess(
        /^[^\w"'`([{<]{0,40}\d{1,7} (?:tests? |specs? )?(?:failing|failed|failures?) (?:as expected|\(expected\))/i,
      ),
      provesFailure(
        /^[^\w"'`([{<]{0,40}(?:tests?|specs?|checks?) fail(?:ed|ures?|ing)? ?[:=] {0,12}[1-9]\d{0,6}\b/i,
        /^[^\w"'`([{<]{0,40}(?:failed|failing) (?:tests?|specs?|checks?) ?[:=] {0,12}[1-9]\d{0,6}\b/i,
      ),
      passes(/^[^\w"'`([{<]{0,40}(?:failed|failing) (?:tests?|specs?|checks?) ?[:=] {0,12}0\b/i),
      provesFailure(/^\s{0,4}Tests: {1,6}[1-9]\d{0,6} failed$/),
      provesSuccess(/^\s{0,4}Tests: {1,6}[1-9]\d{0,6} passed$/),
      provesFailure(/^npm (?:ERR!|error) {1,2}Test failed\./),
      fails(
        /^(?:error: Test failed|● ?Test suite failed to run|Test suite failed to run|Test Suite Failed)$/,
        /^(?:(?:Some )?tests failed|Tests? suite failed|Test failed)\.?$/i,
      ),
      provesFailure(/^\d\d:\d\d \+\d{1,7}(?: ~\d{1,7})? -\d{1,7}: Some tests failed\.$/),
      provesSuccess(/^\d\d:\d\d \+[1-9]\d{0,6}(?: ~\d{1,7})?: All tests passed!$/),
      fails(
        /^\d\d:\d\d \+\d{1,7}(?: ~\d{1,7})? -\d{1,7}: (?<test>.{1,300}) \[E\]$/,
        /^\s{0,20}[✕✘] (?:\[fail\]: )?(?<test>\S.{0,300}?)(?: \([\d.]{1,12} ?m?s\))?$/,
        /^\s{0,20}[✗✖×] (?<test>\S.{0,300}?) \([\d.]{1,14} ?m?s\)$/,
      ),
      suggestsFailure(/^\s{1,20}[✗✖] (?<test>\S.{0,300})$/),
      suggestsSuccess(/^\s{0,20}[✓✔√] \S/),
      fails(/^\s{0,4}(?:\[FAIL\]|FAIL(?:ED)?:?) {1,4}(?<test>[Tt]est[\w./:-]{1,200})\b/),
      suggestsSuccess(/^\s{0,4}\[(?:PASS|OK)\] /),
      suggestsFailure(/^\s{0,4}\[FAIL(?:ED)?\] (?<test>\S.{0,200})$/),
    ),
  ],
  starts: ["pass", "fail", "succe", "error", "broken", "rejected", "could not be", "unexpected"],
  createReader: (rules) => {
    const readCounts = createCountReader();
    return {
      readLine: (line, report) => {
        const text = withoutGroups(line.text);
        const counted = readCounts(text);
        if (counted !== undefined) {
          report.see(counted);
          return;
        }
        if (rules.match(text, report) || line.prefix !== "" || isSourceLine(text)) return;
        const outcome = readOutcome(text);
        if (outcome !== undefined) report.see(outcome);
      },
    };
  },
  hits: {
    "verification_failure proof": [
      "TEST-UNEXPECTED-FAIL | dom/test_a.html | got 1, expected 2",
      "Passed: 3 | Failed: 1",
      "Results: 10 passed, 2 failed, 12 total",
      "Some tests failed.",
      "tests exit: 1",
      "00:02 +5 -1: Some tests failed.",
      "FAILED | 1 passed | 1 failed (13ms)",
      "Passed: 10\nFailed: 2",
      "Tests failed: 3",
      "npm ERR! Test failed.  See above for more details.",
      "# FAIL:  1",
    ],
    "success weak": [
      "TEST-PASS | dom/test_error.html | error as wanted",
      "REFTEST TEST-KNOWN-FAIL | layout/a.html",
      "    ✓ fails on error (2 ms)",
      "6 failing as expected",
    ],
    "success proof": [
      "12 passed, 0 failed",
      "passed=3, failed=0, skipped=1",
      "ALL TESTS PASS",
      "tests exit: 0",
      "12/12 tests passed",
      "00:02 +5: All tests passed!",
      "ok | 3 passed | 0 failed (5ms)",
      "2,165 total; 110 skipped; 0 failures; 0 errors.",
      "INFO | Passed: 10\nINFO | Failed: 0\nINFO | Todo: 3",
      "✅ All tests passed!",
    ],
    "verification_failure strong": ["    ✕ adds (5 ms)", "=== RESULTS: 10/12 passed ==="],
    "success proof, verification_failure proof": [" 3 pass\n 1 fail"],
    "success weak, success proof": ["(pass) fails on error [0.12ms]\n 3 pass\n 0 fail"],
    "success strong": ["Failed tests: 0"],
  },
  misses: [
    "Failed: 2",
    "# FAIL:  0",
    "we passed on it, and 1 failed anyway",
    "add a failing test first, then make all tests pass",
    "if (failed > 0) console.log(`${failed} failed, ${passed} passed`);",
    "src/run.ts:12:  // TEST-UNEXPECTED-FAIL | path",
  ],
};
