import type { Recogniser } from "./recogniser.ts";
import { testRules } from "./test-rules.ts";

const DURATION = "(?: \\([\\d.]{1,12} ?(?:ms|s|m|h)\\))?";

/** Playwright, Cypress, TestCafe and WebdriverIO summaries. */
export const playwright: Recogniser = testRules(
  "playwright",
  [
    " failed",
    " passed",
    " flaky",
    "did not run",
    "interrupted",
    "›",
    "failing:",
    "passing:",
    "all specs passed",
    "test timeout of",
    "timed out",
    "spec files:",
    "failed (",
  ],
  [
    { pattern: new RegExp(`^ {0,4}[1-9]\\d{0,6} (?:failed|interrupted)${DURATION}$`), weight: "proof" },
    { pattern: new RegExp(`^ {0,4}[1-9]\\d{0,6} passed${DURATION}$`), says: "success", weight: "proof" },
    {
      pattern: new RegExp(`^ {0,4}[1-9]\\d{0,6} (?:flaky|skipped|did not run)${DURATION}$`),
      says: "success",
      weight: "weak",
    },
    {
      pattern:
        /^\s{2,8}(?:\d{1,5}\) )?\[(?:[\w -]{1,40})\] › (?<test>(?<file>[^\s:]{1,250}\.[cm]?[jt]sx?):(?<line>\d{1,7}):\d{1,7} › .{1,300}?)(?: [─-]{1,200})?$/,
    },
    {
      pattern:
        /^\s{0,4}[✘✗x] {1,4}\d{1,5} (?:\[[\w -]{1,40}\] › )?(?<test>(?<file>[^\s:]{1,250}\.[cm]?[jt]sx?):(?<line>\d{1,7}):\d{1,7} › .{1,300}?)(?: \([\d.]{1,12}m?s\))?$/,
    },
    {
      pattern: /^\s{0,4}[✓✔ok]{1,2} {1,4}\d{1,5} (?:\[[\w -]{1,40}\] › )?\S{1,250}:\d{1,7}:\d{1,7} › /,
      says: "success",
      weight: "weak",
    },
    { pattern: /^\s{2,12}(?:Error: )?(?<message>Test timeout of \d{1,9}ms exceeded\b.{0,100})$/ },
    {
      pattern:
        /^\s{2,12}(?:Error: )?(?<message>(?:Timed out \d{1,9}ms waiting for )?expect\(.{1,60}\)(?:\.not)?\.to\w{1,60}\(.{0,100}\)(?: failed)?)$/,
    },
    { pattern: /^\s{0,4}[│|] Failing: {1,12}[1-9]\d{0,6} {1,200}[│|]/, weight: "proof" },
    { pattern: /^\s{0,4}[│|] Failing: {1,12}0 {1,200}[│|]/, says: "success", weight: "strong" },
    { pattern: /^\s{0,6}[✖×] {1,4}\d{1,7} of \d{1,7} failed \(\d{1,3}%\)/, weight: "proof" },
    { pattern: /^\s{0,6}[✔√] {1,4}All specs passed!/, says: "success", weight: "proof" },
    { pattern: /^\s{0,4}[1-9]\d{0,6}\/\d{1,7} failed \([\w ]{1,20}\)$/, weight: "proof" },
    {
      pattern: /^Spec Files:\s{1,4}\d.{0,120}\btotal\b/,
      counts: { failed: /\b(\d{1,7}) failed\b/g, passed: /\b(\d{1,7}) passed\b/g },
    },
  ],
  { framework: "playwright", language: "javascript" },
);
