import { describe, expect, it } from "vitest";

import { tap } from "./tap.ts";
import { factsIn, verdictsIn } from "../../../../test/observe-text.ts";

type Row = readonly [why: string, text: string, says: readonly string[]];

const ROWS: readonly Row[] = [
  ["node:test failed", "# tests 5\n# pass 4\n# fail 1", ["verification_failure proof"]],
  ["node:test passed", "# tests 5\n# pass 5\n# fail 0\n# cancelled 0", ["success proof"]],
  ["the spec reporter passed", "ℹ tests 5\nℹ pass 5\nℹ fail 0", ["success proof"]],
  ["a cancelled test", "# pass 4\n# fail 0\n# cancelled 1", ["success proof", "verification_failure proof"]],
  ["a failing point", "not ok 3 - adds", ["verification_failure strong"]],
  ["a point that is still to do", "not ok 3 - adds # TODO later", ["success weak"]],
  ["a passing point named after failing", "ok 3 - not ok when it fails", ["success weak"]],
  [
    "prove failed",
    "Failed 1/5 test programs. 1/20 subtests failed.\nResult: FAIL",
    ["verification_failure proof"],
  ],
  ["prove passed", "All tests successful.\nResult: PASS", ["success proof"]],
  ["a heading of a document", "# fail fast", []],
  ["nothing ran", "# tests 0\n# pass 0\n# fail 0", []],
];

describe("TAP", () => {
  it.each(ROWS)("%s", (_why, text, says) => {
    expect(verdictsIn(tap, text)).toEqual(says);
  });

  it("takes the point and its detail", () => {
    const text = "not ok 2 - adds\n  ---\n  error: 'should be equal'\n  expected: 4\n  actual: 3\n  ...\n";
    expect(factsIn(tap, text)).toEqual({
      framework: "tap",
      failing_tests: ["adds"],
      error_message: "should be equal",
      expected: "4",
      actual: "3",
    });
  });
});
