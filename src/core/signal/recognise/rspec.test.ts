import { describe, expect, it } from "vitest";

import { rspec } from "./rspec.ts";
import { factsIn, verdictsIn } from "../../../../test/observe-text.ts";

type Row = readonly [why: string, text: string, says: readonly string[]];

const ROWS: readonly Row[] = [
  ["failed", "5 examples, 1 failure, 1 pending", ["verification_failure proof"]],
  ["passed", "5 examples, 0 failures", ["success proof"]],
  ["none", "0 examples, 0 failures", []],
  [
    "a file that cannot load",
    "0 examples, 0 failures, 1 error occurred outside of examples",
    ["verification_failure proof"],
  ],
  ["the line to run again", "rspec ./spec/calc_spec.rb:12 # Calc adds", ["verification_failure strong"]],
  ["documentation format", "  adds (FAILED - 1)", ["verification_failure strong"]],
  [
    "expected failures listed as pending",
    "Pending: (Failures listed here are expected and do not affect your suite's status)\n\n  1) Calc divides\n     Failure/Error: expect(1).to eq 2\n\n3 examples, 0 failures, 1 pending",
    ["success proof"],
  ],
];

describe("RSpec", () => {
  it.each(ROWS)("%s", (_why, text, says) => {
    expect(verdictsIn(rspec, text)).toEqual(says);
  });

  it("takes test and message", () => {
    const text =
      "Failures:\n\n  1) Calc adds\n     Failure/Error: expect(sum).to eq 4\n\nrspec ./spec/calc_spec.rb:12 # Calc adds\n";
    expect(factsIn(rspec, text)).toEqual({
      framework: "rspec",
      language: "ruby",
      failing_tests: ["Calc adds"],
      error_message: "expect(sum).to eq 4",
      file: "./spec/calc_spec.rb",
      line: 12,
    });
  });
});
