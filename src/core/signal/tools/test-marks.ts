import { isSourceLine } from "./source-line.ts";
import {
  fails,
  passes,
  provesFailure,
  provesSuccess,
  suggestsFailure,
  suggestsSuccess,
  unless,
  type Tool,
  type Seen,
} from "./tool.ts";
import { countVerdict as verdictOf } from "./read-rules.ts";

const WORDS = {
  failed:
    /\b(\d{1,7}) (?:tests? |specs? |checks? )?(?:failed|failing|failures?|errors?|broken)\b|\b(?:failed|failures?|errors?|failing)(?: tests?)? ?[:=] {0,12}(\d{1,7})\b/gi,
  passed:
    /\b(\d{1,7}) (?:tests? |specs? |checks? )?(?:passed|passing|ok|successful|succeeded|success)\b|\b(?:passed|passing|passes|success|succeeded|successes)(?: tests?)? ?[:=] {0,12}(\d{1,7})\b/gi,
};

const NO_FAILURE = /\b0 (?:tests? )?(?:failed|failing|failures)\b|\b(?:failed|failures) ?[:=] {0,12}0\b/i;

const TOTAL = /\b(\d{1,7}) (?:total|tests?)\b|\b(?:total|tests?) ?[:=] {0,12}(\d{1,7})\b/gi;

const PART =
  /^(?:.{0,40}[:=-] )?\D{0,4}(?:\d{1,7} (?:tests? |specs? |checks? )?(?:passed|passing|failed|failing|failures?|errors?|broken|ok|successful|succeeded|success|skipped|ignored|pending|todo|total|tests?|warnings?|xfailed|cancell?ed|unexpected)(?: run| ran| executed)?|(?:passed|passing|passes|failed|failures?|failing|errors?|success|succeeded|skipped|skips|ignored|total|tests?|pending|warnings?|cancell?ed)(?: tests?)? ?[:=] {0,12}\d{1,7})\b(?: tests?| total)?(?: \(.{0,40}\)| in [\d.]{1,12} ?\w{0,8})?[\s.!=*-]{0,40}$/i;

const LABEL =
  /^(?:\w{1,20} \| {0,2}|[^\w"'`([{<]{0,20})(?:tests? |total )?(passed|passes|failed|failures|unexpected)(?: tests?)? ?[:=] {0,20}(\d{1,7})[^\w,]{0,4}$/i;

const RATIO =
  /^(?:[^\w"'`([{<]{0,20}(?:[A-Za-z][\w ]{0,30}: )?)(\d{1,7})(?: of |\/| out of )(\d{1,7}) (?:tests?|specs?|checks?|cases|assertions)? ?(?:have )?pass(?:ed|ing)?\b[^\w"'`]{0,20}(?:$|\()/i;

const GROUPED = /(?<![\d.,:])(\d{1,3})((?:[,_'\u2019 \u00a0\u202f]\d{3}){1,3})(?=[,;.)]?(?:\s|$))/g;

/** Removes separators from numbers: `12,345`, `12 345` and `12_345` become `12345`. */
const withoutGroups = (text: string): string =>
  text.replace(GROUPED, (_, first: string, rest: string) => first + rest.replaceAll(/\D/g, ""));

const LONGEST = 160;

const MOST_PARTS = 8;

const MOST_WORDS = 6;

const FAILED = "failed|failing|failures?|errors?|errored|broken|rejected|unsuccessful";

/** `Errors: 2` and `failures=2` are rewritten to `2 errors`. */
const COUNT_LABEL = new RegExp(
  `\\b(${FAILED}|passed|warnings?|skipped)(?: tests?| checks?)? ?[:=] {0,8}(\\d{1,7})\\b`,
  "gi",
);

const BETWEEN_PARTS = /[,;|()]|[:.] | and | but | with | - /;

const FAILED_PART = new RegExp(
  `^(?<count>\\d{1,7}|some)(?: of \\d{1,7})?(?: of them)?(?: [a-z-]{2,20}){0,2}?(?: (?:have|has|had|were|was|are|is))? (?:${FAILED}|not successful|could not be [a-z]{2,20}|did not (?:pass|succeed|build|compile))(?: (?:tests?|checks?|specs?|jobs?|files?|items?|objects?|records?|in total|in [\\d.]{1,8} ?m?s))?[.!]?$`,
  "i",
);

/** Past and expected failures, limits, and people's sentences about counts. */
const NOT_AN_OUTCOME =
  /\b(?:fix(?:ed|es)?|resolv\w{1,4}|ignor\w{1,4}|expected|allowed|tolerated|retr(?:y|ied|ies|ying)|flaky|known|previous\w{0,2}|last|max(?:imum)?|limit|threshold|up to|at most|at least|more than|less than|fewer|after|until|unless|if|when|whether|should|would|could (?!not)|must|will|can|may|please|like|such as|example|e\.g|i|we|you|my|your|our|add|show|print|remove[ds]?|make|want|assert\w{0,3}|INFO|DEBUG|TRACE|WARN)\b/i;

const CHECKED =
  /\b(?:tests?|specs?|checks?|suites?|examples?|scenarios?|assertions?|passed|passing|lint\w{0,4}|compil\w{1,6}|builds?|built|type|types|warnings?)\b/i;

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

/** A line that consists of counts, such as `12 passed, 0 failed` or `Passed: 3 | Failed: 1`. */
function countsAlone(text: string): boolean {
  if (text.length > 200 || !/\d/.test(text)) return false;
  const parts = text.split(/[,;|]|\. | and | (?=[a-z]{4,9}=\d)/i).filter((part) => part.trim() !== "");
  return (
    parts.length > 1 &&
    parts.length < 12 &&
    parts.every((part) => PART.test(part.trim())) &&
    /pass|success|succe|ok\b|fail/i.test(text)
  );
}

function countVerdict(text: string): Seen | undefined {
  const verdict = verdictOf(text, WORDS);
  return verdict === undefined && NO_FAILURE.test(text)
    ? verdictOf(text, { ...WORDS, passed: TOTAL })
    : verdict;
}

/** Counts on separate lines, judged once both passes and failures are known. */
function createLabelReader(): (text: string) => Seen | undefined {
  let passed: number | undefined;
  let failed: number | undefined;
  return (text) => {
    const label = LABEL.exec(text);
    if (label === null) return undefined;
    if (/^pass/i.test(label[1]!)) passed = Number(label[2]);
    else failed = Number(label[2]);
    if (passed === undefined || failed === undefined) return undefined;
    const verdict = verdictOf(`${passed} passed, ${failed} failed`, WORDS);
    passed = undefined;
    failed = undefined;
    return verdict;
  };
}

/** `10/12 tests passed` is a failure. */
function ratioVerdict(text: string): Seen | undefined {
  const ratio = RATIO.exec(text);
  if (ratio === null || Number(ratio[2]) === 0) return undefined;
  const whole = Number(ratio[1]) === Number(ratio[2]);
  return whole ? { says: "success", weight: "proof" } : { says: "verification_failure", weight: "strong" };
}

/** Reads the counts of a test run, whichever tool printed them. */
export function createCountReader(): (text: string) => Seen | undefined {
  const readLabel = createLabelReader();
  return (text) => (countsAlone(text) ? countVerdict(text) : (readLabel(text) ?? ratioVerdict(text)));
}

/**
 * A line with the counts of any run: `Uploaded 13 files. 1 failed.`, `5 successful and 1 failing check`, `Compiled with 2
 * errors`. Counts of tests, checks or warnings come from a check, others from a command.
 */
function readOutcome(text: string): Seen | undefined {
  if (
    text.length > LONGEST ||
    /["'`{}<>=?]|\/\//.test(text.replaceAll(COUNT_LABEL, "")) ||
    NOT_AN_OUTCOME.test(text)
  )
    return undefined;
  const counts = text.replaceAll(COUNT_LABEL, "$2 $1");
  const parts = counts
    .split(BETWEEN_PARTS)
    .map((part) => part.replace(/^[^\p{L}\p{N}]+/u, "").trim())
    .filter((part) => part !== "");
  // A single label, such as `Failed: 2`, may be a field of anything.
  if (parts.length > MOST_PARTS || (parts.length === 1 && counts !== text)) return undefined;
  const failed = parts.filter((part) => hasFailed(part));
  if (failed.length === 0 || parts.some((part) => part.split(/\s+/).length > MOST_WORDS)) return undefined;
  return CHECKED.test(text)
    ? { says: "verification_failure", weight: "strong" }
    : { says: "runtime_error", weight: "strong", facts: { error_message: text.trim() } };
}

function hasFailed(part: string): boolean {
  const count = FAILED_PART.exec(part)?.groups?.["count"];
  return count !== undefined && Number(count) !== 0;
}
