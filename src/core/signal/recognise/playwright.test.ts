import { describe, expect, it } from "vitest";

import { playwright } from "./playwright.ts";
import { factsIn, verdictsIn } from "../../../../test/observe-text.ts";

type Row = readonly [why: string, text: string, says: readonly string[]];

const ROWS: readonly Row[] = [
  [
    "failed, though others passed",
    "  1 failed\n    [chromium] › tests/login.spec.ts:3:1 › logs in ─────\n  3 passed (4.2s)",
    ["verification_failure proof", "verification_failure strong", "success weak"],
  ],
  ["passed", "  3 passed (4.2s)", ["success proof"]],
  ["flaky tests passed in the end", "  1 flaky\n  3 passed (4.2s)", ["success weak", "success proof"]],
  [
    "Cypress failed",
    "    ✖  1 of 2 failed (50%)                     00:12        5        4        1        -        -",
    ["verification_failure proof"],
  ],
  [
    "Cypress passed",
    "    ✔  All specs passed!                        00:12        5        5        -        -        -",
    ["success proof"],
  ],
  [
    "WebdriverIO failed",
    "Spec Files:\t 1 passed, 1 failed, 2 total (100% completed) in 00:00:12",
    ["verification_failure proof"],
  ],
  ["a sentence", "of the 3 runs 1 failed on Monday", []],
];

describe("Playwright", () => {
  it.each(ROWS)("%s", (_why, text, says) => {
    expect(verdictsIn(playwright, text)).toEqual(says);
  });

  it("takes test and place", () => {
    expect(factsIn(playwright, "  1) [chromium] › tests/login.spec.ts:3:1 › logs in ─────\n")).toEqual({
      framework: "playwright",
      language: "javascript",
      failing_tests: ["tests/login.spec.ts:3:1 › logs in"],
      file: "tests/login.spec.ts",
      line: 3,
    });
  });
});
