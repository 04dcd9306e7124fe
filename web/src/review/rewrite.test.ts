import { describe, expect, it } from "vitest";
import { rewriteOf } from "./rewrite.ts";

describe("a better wording", () => {
  it.each([
    ["the hedge goes and the sentence starts anew", "Maybe rename it.", 0, 5, "Rename it."],
    ["in the middle", "The name lies. Perhaps, rename it.", 15, 22, "The name lies. Rename it."],
    ["only the hedge of a phrase", "It should probably be renamed.", 3, 18, "It should be renamed."],
    ["a phrase without a hedge is left to its writer", "Consider renaming it.", 0, 8, null],
  ])("%s", (_why, text, start, end, expected) => {
    expect(rewriteOf(text, [{ code: "advisory_wording", span: { start, end } }])).toBe(expected);
  });

  it("is not made up for other complaints", () => {
    expect(rewriteOf("Maybe.", [{ code: "vague_issue", span: { start: 0, end: 5 } }])).toBeNull();
  });
});
