import { describe, expect, it } from "vitest";

import { phpunit } from "./phpunit.ts";
import { factsIn, verdictsIn } from "../../../../test/observe-text.ts";

type Row = readonly [why: string, text: string, says: readonly string[]];

const ROWS: readonly Row[] = [
  ["passed", "OK (5 tests, 9 assertions)", ["success proof"]],
  [
    "failed",
    "FAILURES!\nTests: 5, Assertions: 9, Failures: 1.",
    ["verification_failure strong", "verification_failure proof"],
  ],
  [
    "only skipped beside passes",
    "OK, but incomplete, skipped, or risky tests!\nTests: 5, Assertions: 9, Skipped: 1.",
    ["success strong", "success proof"],
  ],
  ["Pest failed", "  Tests:    1 failed, 4 passed (9 assertions)", ["verification_failure proof"]],
  ["Pest passed", "  Tests:    4 passed (9 assertions)", ["success proof"]],
  ["Pest's class line", "   FAIL  Tests\\Feature\\LoginTest", ["verification_failure strong"]],
  ["Pest's test line", "  ⨯ it logs in                       0.02s", ["verification_failure strong"]],
  ["another tool's cross", "  ⨯ release failed after 0s", []],
];

describe("PHPUnit", () => {
  it.each(ROWS)("%s", (_why, text, says) => {
    expect(verdictsIn(phpunit, text)).toEqual(says);
  });

  it("takes test, sides and place", () => {
    const text =
      "1) App\\CalcTest::testAdds\nFailed asserting that 3 matches expected 4.\n\n/app/tests/CalcTest.php:12\n";
    expect(factsIn(phpunit, text)).toEqual({
      framework: "phpunit",
      language: "php",
      failing_tests: ["App\\CalcTest::testAdds"],
      error_message: "Failed asserting that 3 matches expected 4.",
      actual: "3",
      expected: "4",
      file: "/app/tests/CalcTest.php",
      line: 12,
    });
  });
});
