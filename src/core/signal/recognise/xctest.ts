import type { Recogniser } from "./recogniser.ts";
import { testRules } from "./test-rules.ts";

/** XCTest under xcodebuild and swift test, Swift Testing and xcpretty. */
export const xctest: Recogniser = testRules(
  "xctest",
  [
    "test case '",
    "executed ",
    "** test",
    "failing tests:",
    "test run with",
    "◇",
    "✘",
    "xctassert",
    "error: -[",
  ],
  [
    {
      pattern:
        /^\s{0,8}Executed \d{1,7} tests?, with (?:\d{1,7} tests? skipped and )?[1-9]\d{0,6} failures?\b/,
      weight: "proof",
    },
    {
      pattern: /^\s{0,8}Executed [1-9]\d{0,6} tests?, with (?:\d{1,7} tests? skipped and )?0 failures\b/,
      says: "success",
      weight: "proof",
    },
    { pattern: /^Test Case '(?<test>[^']{1,250})' failed\b/ },
    { pattern: /^Test Case '[^']{1,250}' passed\b/, says: "success", weight: "weak" },
    {
      pattern:
        /^(?<file>\/?[^\s:]{1,250}\.(?:swift|mm?)):(?<line>\d{1,7}): error: -?\[?(?<test>[\w.]{1,120}[ .]\w{1,120})\]? : (?<message>.{1,400})$/,
    },
    { pattern: /^\*\* TEST (?:FAILED|EXECUTE FAILED|BUILD FAILED) \*\*/, weight: "proof" },
    { pattern: /^\*\* TEST (?:SUCCEEDED|EXECUTE SUCCEEDED) \*\*/, says: "success", weight: "proof" },
    { pattern: /^Failing tests:$/ },
    {
      pattern: /^\S? {0,2}Test run with \d{1,7} tests?.{0,60} failed after [\d.]{1,12} seconds/,
      weight: "proof",
    },
    {
      pattern: /^\S? {0,2}Test run with [1-9]\d{0,6} tests?.{0,60} passed after [\d.]{1,12} seconds/,
      says: "success",
      weight: "proof",
    },
    {
      pattern:
        /^✘ {1,2}Test (?<test>\S.{0,200}?) (?:recorded an issue at (?<file>[^\s:]{1,200}):(?<line>\d{1,7})|failed after)/,
    },
  ],
  { framework: "xctest", language: "swift" },
);
