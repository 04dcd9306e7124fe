import { describe, expect, it } from "vitest";

import { exunit } from "./exunit.ts";
import { factsIn, verdictsIn } from "../../../../test/observe-text.ts";

type Row = readonly [why: string, text: string, says: readonly string[]];

const ROWS: readonly Row[] = [
  ["failed", "2 doctests, 5 tests, 1 failure", ["verification_failure proof"]],
  ["passed", "5 tests, 0 failures, 1 skipped", ["success proof"]],
  ["none", "0 tests, 0 failures", []],
  ["EUnit passed", "  All 5 tests passed.", ["success proof"]],
];

describe("ExUnit", () => {
  it.each(ROWS)("%s", (_why, text, says) => {
    expect(verdictsIn(exunit, text)).toEqual(says);
  });

  it("takes test and place", () => {
    expect(factsIn(exunit, "  1) test adds numbers (CalcTest)\n     test/calc_test.exs:4\n")).toEqual({
      framework: "exunit",
      language: "elixir",
      failing_tests: ["adds numbers (CalcTest)"],
      file: "test/calc_test.exs",
      line: 4,
    });
  });
});
