import { readOutcome } from "./outcome-counts.ts";
import { isSourceLine } from "./source-line.ts";
import type { LineReader, Recogniser } from "./recogniser.ts";
import { createCountReader, withoutGroups } from "./test-counts.ts";
import { applyTestRules, type RunState, type TestRule } from "./test-rules.ts";

const MARK_RULES: readonly TestRule[] = [
  { pattern: /^(?:FAILED|ok) \| \d{1,7} passed.{0,80} \| [1-9]\d{0,6} failed\b/, weight: "proof" },
  { pattern: /^ok \| [1-9]\d{0,6} passed.{0,80} \| 0 failed\b/, says: "success", weight: "proof" },
  { pattern: /^ {0,2}[1-9]\d{0,6} fail$/, weight: "proof" },
  { pattern: /^ {0,2}[1-9]\d{0,6} pass$/, says: "success", weight: "proof" },
  { pattern: /^\(fail\) (?<test>\S.{0,300}?)(?: \[[\d.]{1,12}m?s\])?$/ },
  { pattern: /^\(pass\) \S/, says: "success", weight: "weak" },
  {
    pattern:
      /(?:^|REFTEST )TEST-UNEXPECTED-(?:FAIL|ERROR|TIMEOUT|CRASH|NOTRUN|PASS|PRECONDITION_FAILED) \| (?<test>[^|]{1,300})(?: \| (?<message>.{1,600}))?$/,
    weight: "proof",
  },
  { pattern: /(?:^|REFTEST )TEST-(?:PASS|OK|KNOWN-FAIL|KNOWN-SLOW|SKIP)\b/, says: "success", weight: "weak" },
  { pattern: /(?:^|\| )Unexpected(?: results)?: {1,8}[1-9]\d{0,6}\b/, weight: "proof" },
  { pattern: /(?:^|\| )Unexpected(?: results)?: {1,8}0\b/, says: "success", weight: "proof" },
  { pattern: /^TINDERBOX_PRINT: .{1,160}<em class="testfail">/, weight: "proof" },
  { pattern: /^(?<test>[\w./:-]{1,200}) ?(?:\.{2,80}|…) ?(?:FAILED|FAIL)$/ },
  { pattern: /^FAIL: (?<test>[\w./-]{1,200})(?: \(exit status: \d{1,3}\))?$/ },
  { pattern: /^(?:Fail|Timeout): {6,30}[1-9]\d{0,6}$/, weight: "proof" },
  { pattern: /^\s{0,3}\d{1,7}\/\d{1,7} .{1,200}\b(?:FAIL|TIMEOUT) {4,40}[\d.]{1,12}s\b/ },
  {
    pattern:
      /^[^\w"'`([{<]{0,40}All (?:\d{1,7} )?(?:unit |integration |e2e )?(?:tests?|specs|checks) (?:have )?pass(?:ed)?\b[!. =*-]{0,40}$/i,
    says: "success",
    weight: "proof",
  },
  {
    pattern: /^[^\w"'`([{<]{0,40}(?:Some|[1-9]\d{0,6}) tests? (?:have )?failed\b[!.: =*-]{0,40}$/i,
    weight: "proof",
  },
  { pattern: /^[=\s*-]{0,40}TESTS? (?:FAILED|FAIL)[!. =*-]{0,40}$/, weight: "strong" },
  { pattern: /^[=\s*-]{0,40}TESTS? (?:PASSED|PASS)[!. =*-]{0,40}$/, says: "success", weight: "strong" },
  {
    pattern: /^[✔✓]? {0,2}(\d{1,7})(?: of |\/)\1 (?:tests?|specs?|checks?|cases)(?: have)? pass(?:ed)?\b/i,
    says: "success",
    weight: "proof",
  },
  {
    pattern:
      /^[✘✖✗×✕]? {0,2}[1-9]\d{0,6}(?: of |\/| out of )\d{1,7} (?:tests?|specs?|checks?|cases)(?: have)? failed\b/i,
    weight: "proof",
  },
  { pattern: /^\s{0,4}[1-9]\d{0,6} tests? passed$/, says: "success", weight: "proof" },
  { pattern: /^\s{0,4}[1-9]\d{0,6} (?:uncaught exceptions?|unhandled rejections?)$/, weight: "proof" },
  {
    pattern: /^[=\s*-]{0,20}tests?\b[\w ]{0,20}\b(?:exit|rc|status)(?: code)?[:= ]{1,3}[1-9]\d{0,2}$/i,
    weight: "proof",
  },
  {
    pattern: /^[=\s*-]{0,20}tests?\b[\w ]{0,20}\b(?:exit|rc|status)(?: code)?[:= ]{1,3}0$/i,
    says: "success",
    weight: "proof",
  },
  { pattern: /^no (?:test )?failures[.!]?$/i, says: "success", weight: "strong" },
  {
    pattern:
      /^[^\w"'`([{<]{0,40}\d{1,7} (?:tests? |specs? )?(?:failing|failed|failures?) (?:as expected|\(expected\))/i,
    says: "success",
    weight: "weak",
  },
  {
    pattern: /^[^\w"'`([{<]{0,40}(?:tests?|specs?|checks?) fail(?:ed|ures?|ing)? ?[:=] {0,12}[1-9]\d{0,6}\b/i,
    weight: "proof",
  },
  {
    pattern: /^[^\w"'`([{<]{0,40}(?:failed|failing) (?:tests?|specs?|checks?) ?[:=] {0,12}[1-9]\d{0,6}\b/i,
    weight: "proof",
  },
  {
    pattern: /^[^\w"'`([{<]{0,40}(?:failed|failing) (?:tests?|specs?|checks?) ?[:=] {0,12}0\b/i,
    says: "success",
    weight: "strong",
  },
  { pattern: /^\s{0,4}Tests: {1,6}[1-9]\d{0,6} failed$/, weight: "proof" },
  { pattern: /^\s{0,4}Tests: {1,6}[1-9]\d{0,6} passed$/, says: "success", weight: "proof" },
  { pattern: /^npm (?:ERR!|error) {1,2}Test failed\./, weight: "proof" },
  {
    pattern:
      /^(?:error: Test failed|● ?Test suite failed to run|Test suite failed to run|Test Suite Failed)$/,
  },
  { pattern: /^(?:(?:Some )?tests failed|Tests? suite failed|Test failed)\.?$/i },
  { pattern: /^\d\d:\d\d \+\d{1,7}(?: ~\d{1,7})? -\d{1,7}: Some tests failed\.$/, weight: "proof" },
  {
    pattern: /^\d\d:\d\d \+[1-9]\d{0,6}(?: ~\d{1,7})?: All tests passed!$/,
    says: "success",
    weight: "proof",
  },
  { pattern: /^\d\d:\d\d \+\d{1,7}(?: ~\d{1,7})? -\d{1,7}: (?<test>.{1,300}) \[E\]$/ },
  { pattern: /^\s{0,20}[✕✘] (?:\[fail\]: )?(?<test>\S.{0,300}?)(?: \([\d.]{1,12} ?m?s\))?$/ },
  { pattern: /^\s{0,20}[✗✖×] (?<test>\S.{0,300}?) \([\d.]{1,14} ?m?s\)$/ },
  { pattern: /^\s{1,20}[✗✖] (?<test>\S.{0,300})$/, weight: "weak" },
  { pattern: /^\s{0,20}[✓✔√] \S/, says: "success", weight: "weak" },
  { pattern: /^\s{0,4}(?:\[FAIL\]|FAIL(?:ED)?:?) {1,4}(?<test>[Tt]est[\w./:-]{1,200})\b/ },
  { pattern: /^\s{0,4}\[(?:PASS|OK)\] /, says: "success", weight: "weak" },
  { pattern: /^\s{0,4}\[FAIL(?:ED)?\] (?<test>\S.{0,200})$/, weight: "weak" },
];

/** Forms that read like comments, so they are tried before source is set aside. */
const COMMENT_LIKE: readonly TestRule[] = [
  { pattern: /^# (?:FAIL|ERROR): {1,4}[1-9]\d{0,6}$/, weight: "proof" },
];

/** Marks that many test runners share, for runners without a recogniser of their own. */
export const testMarks: Recogniser = {
  name: "test-marks",
  triggers: [
    "test-",
    "unexpected",
    "fail",
    "pass",
    "✕",
    "✘",
    "✗",
    "✖",
    "×",
    "✓",
    "✔",
    "√",
    "uncaught",
    "unhandled",
    "testfail",
    " [e]",
    "succe",
    "error",
    "broken",
    "rejected",
    "could not be",
    "timeout",
    "exit",
    " rc",
  ],
  createReader: (): LineReader => {
    const run: RunState = { failed: false };
    const readCounts = createCountReader();
    return {
      readLine: (line, report) => {
        const text = withoutGroups(line.text);
        const counted = readCounts(text);
        if (counted !== undefined) {
          report.see(counted);
          return;
        }
        if (applyTestRules(COMMENT_LIKE, text, report, {}, run) || isSourceLine(text)) return;
        if (applyTestRules(MARK_RULES, text, report, {}, run) || line.prefix !== "") return;
        const outcome = readOutcome(text);
        if (outcome !== undefined) report.see(outcome);
      },
    };
  },
};
