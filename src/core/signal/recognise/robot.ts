import type { Recogniser } from "./recogniser.ts";
import { testRules } from "./test-rules.ts";

const COUNTS = {
  failed: /\b(\d{1,7}) failed\b/g,
  passed: /\b(\d{1,7}) passed\b/g,
  other: /\b(\d{1,7}) skipped\b/g,
};

/** Robot Framework's console output. */
export const robot: Recogniser = testRules(
  "robot",
  ["| fail |", "| pass |", "tests, ", "test, ", "tests total"],
  [
    {
      pattern:
        /^\d{1,7} (?:critical )?tests?(?: total)?, \d{1,7} passed, \d{1,7} failed(?:, \d{1,7} skipped)?$/,
      counts: COUNTS,
    },
    { pattern: /^(?<test>\S.{0,250}?) {1,120}\| FAIL \|$/ },
    { pattern: /^\S.{0,250} \| (?:PASS|SKIP) \|$/, says: "success", weight: "weak" },
  ],
  { framework: "robot framework" },
);
