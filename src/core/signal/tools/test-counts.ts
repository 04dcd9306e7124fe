import type { Seen } from "./tool.ts";
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

const LABEL =
  /^(?:\w{1,20} \| {0,2}|[^\w"'`([{<]{0,20})(?:tests? |total )?(passed|passes|failed|failures|unexpected)(?: tests?)? ?[:=] {0,20}(\d{1,7})[^\w,]{0,4}$/i;

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

const RATIO =
  /^(?:[^\w"'`([{<]{0,20}(?:[A-Za-z][\w ]{0,30}: )?)(\d{1,7})(?: of |\/| out of )(\d{1,7}) (?:tests?|specs?|checks?|cases|assertions)? ?(?:have )?pass(?:ed|ing)?\b[^\w"'`]{0,20}(?:$|\()/i;

/** `10/12 tests passed` is a failure. */
function ratioVerdict(text: string): Seen | undefined {
  const ratio = RATIO.exec(text);
  if (ratio === null || Number(ratio[2]) === 0) return undefined;
  const whole = Number(ratio[1]) === Number(ratio[2]);
  return whole ? { says: "success", weight: "proof" } : { says: "verification_failure", weight: "strong" };
}

const GROUPED = /(?<![\d.,:])(\d{1,3})((?:[,_'\u2019 \u00a0\u202f]\d{3}){1,3})(?=[,;.)]?(?:\s|$))/g;

/** Removes separators from numbers: `12,345`, `12 345` and `12_345` become `12345`. */
export const withoutGroups = (text: string): string =>
  text.replace(GROUPED, (_, first: string, rest: string) => first + rest.replaceAll(/\D/g, ""));

/** Reads the counts of a test run, whichever tool printed them. */
export function createCountReader(): (text: string) => Seen | undefined {
  const readLabel = createLabelReader();
  return (text) => (countsAlone(text) ? countVerdict(text) : (readLabel(text) ?? ratioVerdict(text)));
}

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

/**
 * A line with the counts of any run: `Uploaded 13 files. 1 failed.`, `5 successful and 1 failing check`, `Compiled with 2
 * errors`. Counts of tests, checks or warnings come from a check, others from a command.
 */
export function readOutcome(text: string): Seen | undefined {
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
