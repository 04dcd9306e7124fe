import type { Recogniser } from "./recogniser.ts";
import { testRules } from "./test-rules.ts";

/** Minitest, Rails' test runner and test-unit. */
export const minitest: Recogniser = testRules(
  "minitest",
  ["assertions,", "failure:", "error:", "#test_", "rails test ", "expected but was", "[test/", "_test.rb"],
  [
    {
      pattern:
        /^\s{0,2}\d{1,7} (?:runs?|tests?), \d{1,7} assertions?, \d{1,7} failures?, \d{1,7} errors?\b.{0,120}/,
      counts: {
        failed: /\b(\d{1,7}) (?:failures?|errors?)\b/g,
        passed: /^\s{0,2}(\d{1,7}) (?:runs?|tests?)/g,
      },
    },
    { pattern: /^\s{0,4}\d{1,5}\) (?:Failure|Error):$/, follow: 1 },
    {
      pattern:
        /^(?<test>[A-Z][\w:]{0,150}#test_\S.{0,200}?) \[(?<file>[^\]\s:]{1,250}\.rb):(?<line>\d{1,7})\]:?$/,
    },
    { pattern: /^(?<test>[A-Z][\w:]{0,150}#test_[^\s:]{1,200}):$/ },
    { pattern: /^(?:bin\/)?rails test (?<file>\S{1,250}_test\.rb):(?<line>\d{1,7})$/ },
    { pattern: /^(?:Failure|Error): (?<test>test_\w{1,200}\([\w:]{1,150}\))/ },
    { pattern: /^(?<message><(?<expected>.{1,200})> expected but was$)/ },
  ],
  { framework: "minitest", language: "ruby" },
);
