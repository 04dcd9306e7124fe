import words from "./failure-headings.json" with { type: "json" };
import { applyRules, type LineRule } from "./runtime-rules.ts";
import type { LineReader, Recogniser } from "./recogniser.ts";
import { isSourceLine } from "./source-line.ts";

const oneOf = (phrases: readonly string[]): string => `(?:${phrases.join("|")})`;

const OPENS = "^[^\\w\"'`([{<#>*+-]{0,8}";
/** What follows a heading: a colon or a dash with the message, a place, or nothing. */
const GOES_ON =
  "(?:(?: in (?<file>[^\\s:]{1,250}\\.\\w{1,10}))?(?: at (?:line (?<line>\\d{1,7})|[^\\s:]{0,250}[./$][^\\s:]{0,250}))?(?: in [\\d.]{1,10} ?\\w{1,8})?(?::| -|[.!]?$) ?(?<message>.{0,400}))$";

/** A label with nothing behind it, and a label that a sentence of a person goes on from. */
const NO_FAILURE =
  /^[^:]{1,60}: {0,8}(?:(?:0|none|no|nil|null|false|ok|-)(?![\w-])|(?:please|show|add|make|use|rename|should|must|the text should)\b)/i;

const heading = (phrase: string, says: "verification_failure" | "runtime_error"): LineRule => ({
  pattern: new RegExp(`${OPENS}${phrase}${GOES_ON}`, "i"),
  says,
});

const RULES: readonly LineRule[] = [
  { pattern: NO_FAILURE, says: "nothing" },
  heading(`${oneOf(words.checks)} (?:failed|failures?|errors?)`, "verification_failure"),
  heading(`${oneOf(words.compared)} mismatch(?:es)?`, "verification_failure"),
  heading(
    `${oneOf(words.operations)} (?:failed|failures?|errors?|timed out|aborted|crashed)`,
    "runtime_error",
  ),
  { pattern: new RegExp(`${OPENS}${oneOf(words.crashes)}(?::| -| at \\d)(?<message>.{1,400})$`, "i") },
];

/** Lines that open with the name of a failure, whoever printed them: `Validation error: …`, `Schema mismatch at …`. */
export const failureHeadings: Recogniser = {
  name: "failure-headings",
  triggers: [" failed", " failure", " error", "mismatch", " timed out", " aborted", ...words.crashes],
  createReader: (): LineReader => ({
    readLine: ({ text }, report) => {
      if (text.length <= 500 && !isSourceLine(text)) applyRules(RULES, text, report);
    },
  }),
};
