import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MASK, maskText } from "./read-text.ts";

/** The mask made readable: c code, q quotation, s substitution, g suggestion, a arrow, b block. */
function shown(text: string): string {
  const letters = {
    code: "c",
    quote: "q",
    substitution: "s",
    suggestion: "g",
    arrow: "a",
    block: "b",
  } as const;
  return Object.entries(letters).reduce(
    (masked, [kind, letter]) => masked.replaceAll(MASK[kind as keyof typeof MASK], letter),
    maskText(text),
  );
}

describe("masking", () => {
  it.each([
    ["code spans", "use `maybe` here", "use ccccccc here"],
    ["double quotes", 'say "maybe later" here', "say qqqqqqqqqqqqq here"],
    ["single quotes with an apostrophe inside", "say 'don't click' here", "say qqqqqqqqqqqqq here"],
    ["an apostrophe is no quotation", "don't use Bob's", "don't use Bob's"],
    ["identifiers", "call maybeProjectId.isPresent() first", "call cccccccccccccccccccccccccc first"],
    ["snake case", "rename my_flag please", "rename ccccccc please"],
    ["substitutions", "s/foo/bar/ here", "ssssssssss here"],
    ["arrows", "foo -> bar", "foo aa bar"],
    ["suggested changes", "```suggestion\nx\n```", "ggggggggggggggg\nggg".replace("\n", "gggg").slice(0, 19)],
    ["plain words with a slash", "updates and/or deletes", "updates and/or deletes"],
    ["the end of a sentence", "Drop foo.", "Drop foo."],
    ["numbers", "use 42.", "use cc."],
    ["quoted lines", "> maybe not\ndo it", "           \ndo it"],
  ])("hides %s", (_what, text, masked) => {
    expect(shown(text)).toBe(masked);
  });

  it("keeps every offset", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(maskText(text)).toHaveLength(text.length);
      }),
    );
  });
});
