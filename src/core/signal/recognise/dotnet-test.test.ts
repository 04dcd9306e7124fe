import { describe, expect, it } from "vitest";

import { dotnetTest } from "./dotnet-test.ts";
import { factsIn, verdictsIn } from "../../../../test/observe-text.ts";

type Row = readonly [why: string, text: string, says: readonly string[]];

const ROWS: readonly Row[] = [
  [
    "failed",
    "Failed!  - Failed:     1, Passed:     4, Skipped:     0, Total:     5, Duration: 20 ms - Foo.dll (net8.0)",
    ["verification_failure proof"],
  ],
  [
    "passed",
    "Passed!  - Failed:     0, Passed:     4, Skipped:     0, Total:     4, Duration: 20 ms - Foo.dll (net8.0)",
    ["success proof"],
  ],
  [
    "VSTest failed",
    "Test Run Failed.\nTotal tests: 5\n     Passed: 4\n     Failed: 1",
    ["verification_failure proof"],
  ],
  ["VSTest passed", "Test Run Successful.\nTotal tests: 5\n     Passed: 5", ["success proof"]],
  [
    "the terminal logger passed",
    "Test summary: total: 5, failed: 0, succeeded: 5, skipped: 0, duration: 1.2s",
    ["success proof"],
  ],
  [
    "the terminal logger failed",
    "Test summary: total: 5, failed: 2, succeeded: 3, skipped: 0, duration: 1.2s",
    ["verification_failure proof"],
  ],
  ["xUnit's line", "[xUnit.net 00:00:01.23]     Acme.CalcTests.Adds [FAIL]", ["verification_failure strong"]],
  ["NUnit's console", "  Test Count: 5, Passed: 4, Failed: 1, Warnings: 0", ["verification_failure proof"]],
  ["a passing test named after failing", "  Passed Acme.CalcTests.FailedLogin [3 ms]", ["success weak"]],
  ["a failed step of something else", "  Failed to connect [retry]", []],
];

describe("dotnet test", () => {
  it.each(ROWS)("%s", (_why, text, says) => {
    expect(verdictsIn(dotnetTest, text)).toEqual(says);
  });

  it("takes test and sides", () => {
    const text =
      "  Failed Acme.CalcTests.Adds [12 ms]\n   Assert.AreEqual failed. Expected:<4>. Actual:<3>. sum\n";
    expect(factsIn(dotnetTest, text)).toEqual({
      framework: "dotnet test",
      language: "csharp",
      failing_tests: ["Acme.CalcTests.Adds"],
      error_message: "Assert.AreEqual failed. Expected:<4>. Actual:<3>. sum",
      expected: "4",
      actual: "3",
    });
  });
});
