import type { Recogniser } from "./recogniser.ts";
import { testRules } from "./test-rules.ts";

const BRACKETED = {
  failed: /\b(\d{1,7}) (?:failed|undefined|ambiguous)\b/g,
  passed: /\b(\d{1,7}) passed\b/g,
  other: /\b(\d{1,7}) (?:skipped|pending)\b/g,
};

const LISTED = {
  failed: /\b(\d{1,7}) (?:failed|error|undefined)\b/g,
  passed: /\b(\d{1,7}) (?:features?|scenarios?) passed\b/g,
};

/** Cucumber in its many languages, Behave and Behat. */
export const cucumber: Recogniser = testRules(
  "cucumber",
  ["scenario", "features passed", "feature passed", "failing scenarios"],
  [
    { pattern: /^\d{1,7} scenarios? \([^()]{1,120}\)$/, counts: BRACKETED },
    { pattern: /^\d{1,7} (?:features?|scenarios?) passed, \d{1,7} failed, .{0,80}$/, counts: LISTED },
    { pattern: /^(?:Failing|Errored) scenarios:$/ },
    {
      pattern:
        /^cucumber (?:-p \S{1,40} )?(?<file>\S{1,250}\.feature):(?<line>\d{1,7}) # (?:Scenario(?: Outline)?: )?(?<test>\S.{0,200})$/,
    },
    {
      pattern: /^ {0,4}(?<file>\S{1,250}\.feature):(?<line>\d{1,7}) {1,40}(?<test>\S.{0,200})$/,
      says: "nothing",
    },
  ],
  { framework: "cucumber" },
);
