import type { Recogniser } from "./recogniser.ts";
import { testRules } from "./test-rules.ts";

const COUNTS = {
  failed: /\b(\d{1,7}) failed(?! as expected)\b/g,
  passed: /\b(\d{1,7}) passed\b/g,
  other: /\b(\d{1,7}) (?:skipped|failed as expected)\b/g,
};

/** Catch2, doctest, Boost.Test and Qt Test. */
export const catch2: Recogniser = testRules(
  "catch2",
  [
    "test cases:",
    "assertions:",
    "all tests passed (",
    ": failed:",
    "): failed",
    "status: ",
    "errors detected",
    "is detected",
    "are detected",
    "fail!",
    "totals:",
    "error: in ",
  ],
  [
    {
      pattern:
        /^(?:\[doctest\] )?(?:test cases|assertions): {1,10}\d{1,9}(?: {1,10}\| {1,10}\d{1,9} (?:passed|failed as expected|failed|skipped)){1,5}/,
      counts: COUNTS,
    },
    {
      pattern: /^All tests passed \(\d{1,9} assertions? in [1-9]\d{0,6} test cases?\)/,
      says: "success",
      weight: "proof",
    },
    { pattern: /^\[doctest\] Status: FAILURE!/, weight: "proof" },
    { pattern: /^\[doctest\] Status: SUCCESS!/, says: "success", weight: "proof" },
    {
      pattern:
        /^(?<file>[^\s:(]{1,250}\.(?:cc|cpp|cxx|c|h|hpp|mm))(?::|\()(?<line>\d{1,7})\)?: (?:FAILED:?|ERROR: .{1,300}is NOT correct!)$/,
    },
    { pattern: /^\*{3} No errors detected$/, says: "success", weight: "proof" },
    { pattern: /^\*{3} [1-9]\d{0,6} failures? (?:is|are) detected in the test module/, weight: "proof" },
    {
      pattern:
        /^(?<file>[^\s(]{1,250})\((?<line>\d{1,7})\): (?:fatal )?error: in "(?<test>[^"]{1,250})": (?<message>.{1,400})$/,
    },
    { pattern: /^FAIL! {2}: (?<test>[\w:]{1,250}\([^()]{0,200}\)) ?(?<message>.{0,300})$/ },
    { pattern: /^Totals: \d{1,7} passed, \d{1,7} failed, \d{1,7} skipped/, counts: COUNTS },
  ],
  { language: "cpp" },
);
