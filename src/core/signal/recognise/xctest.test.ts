import { describe, expect, it } from "vitest";

import { xctest } from "./xctest.ts";
import { factsIn, verdictsIn } from "../../../../test/observe-text.ts";

type Row = readonly [why: string, text: string, says: readonly string[]];

const ROWS: readonly Row[] = [
  [
    "failed",
    "Executed 3 tests, with 1 failure (0 unexpected) in 0.1 (0.1) seconds",
    ["verification_failure proof"],
  ],
  ["passed", "Executed 3 tests, with 0 failures (0 unexpected) in 0.1 (0.1) seconds", ["success proof"]],
  ["xcodebuild failed", "** TEST FAILED **", ["verification_failure proof"]],
  ["Swift Testing passed", "✔ Test run with 3 tests passed after 0.001 seconds.", ["success proof"]],
  ["a passing case", "Test Case '-[CalcTests testFails]' passed (0.001 seconds).", ["success weak"]],
];

describe("XCTest", () => {
  it.each(ROWS)("%s", (_why, text, says) => {
    expect(verdictsIn(xctest, text)).toEqual(says);
  });

  it("takes case, place and message", () => {
    const text =
      "/src/CalcTests.swift:9: error: -[CalcTests testAdds] : XCTAssertTrue failed\nTest Case '-[CalcTests testAdds]' failed (0.1 seconds).\n";
    expect(factsIn(xctest, text)).toMatchObject({
      file: "/src/CalcTests.swift",
      line: 9,
      error_message: "XCTAssertTrue failed",
      failing_tests: ["CalcTests testAdds", "-[CalcTests testAdds]"],
    });
  });
});
