import type { Seen } from "./tool.ts";

const LONGEST = 160;
const MOST_PARTS = 8;
const MOST_WORDS = 6;

const FAILED = "failed|failing|failures?|errors?|errored|broken|rejected|unsuccessful";
/** `Errors: 2` and `failures=2` read as `2 errors`; a label whose value is a word stays as it is. */
const LABEL = new RegExp(
  `\\b(${FAILED}|passed|warnings?|skipped)(?: tests?| checks?)? ?[:=] {0,8}(\\d{1,7})\\b`,
  "gi",
);
const BETWEEN_PARTS = /[,;|()]|[:.] | and | but | with | - /;
const FAILED_PART = new RegExp(
  `^(?<count>\\d{1,7}|some)(?: of \\d{1,7})?(?: of them)?(?: [a-z-]{2,20}){0,2}?(?: (?:have|has|had|were|was|are|is))? (?:${FAILED}|not successful|could not be [a-z]{2,20}|did not (?:pass|succeed|build|compile))(?: (?:tests?|checks?|specs?|jobs?|files?|items?|objects?|records?|in total|in [\\d.]{1,8} ?m?s))?[.!]?$`,
  "i",
);
/** Failures of the past, expected ones, limits, and sentences that a person writes about counts. */
const NOT_AN_OUTCOME =
  /\b(?:fix(?:ed|es)?|resolv\w{1,4}|ignor\w{1,4}|expected|allowed|tolerated|retr(?:y|ied|ies|ying)|flaky|known|previous\w{0,2}|last|max(?:imum)?|limit|threshold|up to|at most|at least|more than|less than|fewer|after|until|unless|if|when|whether|should|would|could (?!not)|must|will|can|may|please|like|such as|example|e\.g|i|we|you|my|your|our|add|show|print|remove[ds]?|make|want|assert\w{0,3}|INFO|DEBUG|TRACE|WARN)\b/i;
const CHECKED =
  /\b(?:tests?|specs?|checks?|suites?|examples?|scenarios?|assertions?|passed|passing|lint\w{0,4}|compil\w{1,6}|builds?|built|type|types|warnings?)\b/i;

/**
 * A line that counts how a run went, whoever printed it: `Uploaded 13 files. 1 failed.`, `5 successful and 1 failing
 * check`, `Compiled with 2 errors`. A count of tests, checks or warnings is a check's, any other a command's.
 */
export function readOutcome(text: string): Seen | undefined {
  if (
    text.length > LONGEST ||
    /["'`{}<>=?]|\/\//.test(text.replaceAll(LABEL, "")) ||
    NOT_AN_OUTCOME.test(text)
  )
    return undefined;
  const counts = text.replaceAll(LABEL, "$2 $1");
  const parts = counts
    .split(BETWEEN_PARTS)
    .map((part) => part.replace(/^[^\p{L}\p{N}]+/u, "").trim())
    .filter((part) => part !== "");
  // A label alone, such as `Failed: 2`, is a field of something.
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
