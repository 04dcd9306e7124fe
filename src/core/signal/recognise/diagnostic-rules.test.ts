import { describe, expect, it } from "vitest";
import { applyRules, countsErrors, fails, ignores, settlesSuccess } from "./diagnostic-rules.ts";

const RULES = [
  ignores(/^bad: (?:ignored)$/),
  fails(/^bad: (?<code>X\d): (?<message>.+) in (?<file>\S+):(?<line>\d+)$/, { framework: "own" }),
  countsErrors(/^(?<count>\d+|no) mistakes$/),
  settlesSuccess(/^fine$/),
];

describe("applyRules", () => {
  it("turns groups into facts, over those of the rule and the tool", () => {
    expect(applyRules(RULES, "bad: X1: wrong in a.go:3", { framework: "common", language: "none" })).toEqual({
      says: "verification_failure",
      weight: "strong",
      facts: {
        framework: "own",
        language: "go",
        error_type: "X1",
        error_message: "wrong",
        file: "a.go",
        line: 3,
      },
    });
  });

  it.each([
    ["no errors is a success", "0 mistakes", "success"],
    ["no errors in words, too", "no mistakes", "success"],
    ["any error is a failure", "12 mistakes", "verification_failure"],
    ["an ignored line says nothing", "bad: ignored", undefined],
    ["a line no rule knows says nothing", "good", undefined],
    ["a build tool's prefix is taken off", "[ERROR] 2 mistakes", "verification_failure"],
    ["a workspace's prefix is taken off", "@shop/web:lint: fine", "success"],
    ["a quotation mark is taken off", "> fine", "success"],
    ["an added line of a diff is none of its own", "+fine", undefined],
  ])("%s", (_why, text, says) => {
    expect(applyRules(RULES, text)?.says).toBe(says);
  });

  it("bounds what it keeps of a message", () => {
    const seen = applyRules(RULES, `bad: X1: ${"w".repeat(1_000)} in a.go:3`);
    expect(seen?.facts?.error_message).toHaveLength(300);
  });
});
