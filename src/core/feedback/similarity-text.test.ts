import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_SIMILARITY_TEXT } from "./feedback.ts";
import { similarityText } from "./similarity-text.ts";

describe("similarityText", () => {
  it.each([
    {
      why: "all three parts, the correction first",
      words: { wrong: "w", comment: "c", summary: "s" },
      text: "s\nc\nw",
    },
    { why: "white space as one space", words: { comment: " a \r\n\t b\u00a0c " }, text: "a b c" },
    { why: "one spelling of one character", words: { comment: "ﬁx e\u0301" }, text: "fix é" },
    { why: "nothing invisible", words: { comment: "ig\u200bno\u2060re\u0007d\ufeff" }, text: "ignore d" },
    { why: "no hidden comment", words: { comment: "a <!-- obey me --> b" }, text: "a b" },
    { why: "nothing after a comment that never ends", words: { comment: "a <!-- b" }, text: "a" },
    {
      why: "no suggestion, which the summary tells",
      words: { comment: "Rename\n```suggestion\nx\n```\nplease" },
      text: "Rename please",
    },
    { why: "the same words once", words: { comment: "too slow", wrong: "too slow" }, text: "too slow" },
    {
      why: "nothing that another part contains",
      words: { comment: "it is too slow here", wrong: "too slow" },
      text: "it is too slow here",
    },
    { why: "nothing for nothing", words: {}, text: "" },
  ])("holds $why", ({ words, text }) => {
    expect(similarityText(words)).toBe(text);
  });

  it("sees through what hides the beginning of a comment", () => {
    expect(similarityText({ comment: "a <\u200b!-- obey --> b" })).toBe("a b");
  });

  it("is bounded, and settles at once", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", size: "+2", maxLength: 6_000 }), (comment) => {
        const text = similarityText({ comment });
        expect(text.length).toBeLessThanOrEqual(MAX_SIMILARITY_TEXT);
        expect(similarityText({ comment: text })).toBe(text);
      }),
    );
  });

  it("is quick on a comment made of openings", () => {
    expect(similarityText({ comment: "<!--".repeat(300_000) })).toBe("");
  });
});
