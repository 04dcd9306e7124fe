import type { LineReader, Recogniser } from "./recogniser.ts";
import { applyTestRules, type TestRule } from "./test-rules.ts";

const FACTS = { framework: "rspec", language: "ruby" } as const;

const RULES: readonly TestRule[] = [
  {
    pattern:
      /^\s{0,12}\d{1,7} examples?, \d{1,7} failures?(?:, \d{1,7} pending)?(?:, \d{1,7} errors? occurred outside of examples)?/,
    counts: {
      failed: /\b(\d{1,7}) (?:failures?|errors? occurred)/g,
      passed: /^\s{0,12}(\d{1,7}) examples?/g,
    },
  },
  {
    pattern:
      /^rspec (?<file>'?\.?[\w./-]{1,250}_spec\.rb)(?::(?<line>\d{1,7})|\[[\d:,]{1,60}\]'?) # (?<test>\S.{0,300})$/,
  },
  { pattern: /^\s{0,40}(?<test>\S.{0,250}) \(FAILED - \d{1,6}\)$/ },
  {
    pattern:
      /^An error occurred (?:while loading (?<file>\S{1,250}\.rb)|in an? `?\w{1,20}\([^)]{0,60}\)`? hook)/,
  },
  { pattern: /^Failures:$/, says: "nothing" },
];

const FAILURE = /^\s{2,12}Failure\/Error: (?<message>\S.{0,600})$/;
const ENTRY = /^ {2}\d{1,5}\) (?<test>\S.{0,300})$/;

/** RSpec: the example count settles it; failures listed as pending are expected. */
export const rspec: Recogniser = {
  name: "rspec",
  triggers: [
    "examples,",
    "example,",
    "rspec ",
    "(failed - ",
    "failure/error",
    "failures:",
    "pending:",
    "an error occurred",
    ") ",
  ],
  createReader: (): LineReader => {
    let section: "failures" | "pending" | undefined;
    return {
      readLine: ({ text }, report) => {
        if (text.startsWith("Pending: ")) section = "pending";
        else if (text === "Failures:") section = "failures";
        if (applyTestRules(RULES, text, report, FACTS)) return;
        if (section === "pending") return;
        if (applyTestRules([{ pattern: FAILURE }], text, report, FACTS)) return;
        if (section === "failures") applyTestRules([{ pattern: ENTRY }], text, report, FACTS);
      },
    };
  },
};
