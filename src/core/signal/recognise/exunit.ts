import type { Recogniser } from "./recogniser.ts";
import { testRules } from "./test-rules.ts";

/** Elixir's ExUnit and the counts Erlang's EUnit and Common Test share with it. */
export const exunit: Recogniser = testRules(
  "exunit",
  [" tests, ", " test, ", " doctest", ") test ", ".exs:", "passed.", "failed."],
  [
    {
      pattern:
        /^(?:\d{1,7} (?:doctests?|properties|property), ){0,2}\d{1,7} tests?, \d{1,7} failures?(?:, \d{1,7} (?:excluded|skipped|invalid)){0,3}$/,
      counts: {
        failed: /\b(\d{1,7}) (?:failures?|invalid)\b/g,
        passed: /\b(\d{1,7}) (?:tests?|doctests?|propert)/g,
      },
    },
    { pattern: /^ {2}\d{1,5}\) (?:test|doctest|property) (?<test>\S.{0,300})$/ },
    { pattern: /^ {5}(?<file>test\/[^\s:]{1,200}\.exs):(?<line>\d{1,7})$/ },
    { pattern: /^ {2}All \d{1,7} tests passed\.$/, says: "success", weight: "proof" },
    { pattern: /^ {2}Failed: [1-9]\d{0,6}\. {2}Skipped: \d{1,7}\. {2}Passed: \d{1,7}\.$/, weight: "proof" },
  ],
  { framework: "exunit", language: "elixir" },
);
