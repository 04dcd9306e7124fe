import { describe, expect, it } from "vitest";
import { cutBySpans, lineAt, trimSpan } from "./spans.ts";

describe("cutBySpans", () => {
  it.each([
    { why: "none", spans: [], parts: ["abcdef"] },
    { why: "one in the middle", spans: [[1, 3]], parts: ["a", "[bc]", "def"] },
    {
      why: "two that overlap",
      spans: [
        [3, 5],
        [1, 4],
      ],
      parts: ["a", "[bcde]", "f"],
    },
    {
      why: "outside the text",
      spans: [
        [4, 99],
        [50, 60],
        [3, 2],
      ],
      parts: ["abcd", "[ef]"],
    },
  ] as const)("marks $why", ({ spans, parts }) => {
    const cut = cutBySpans(
      "abcdef",
      spans.map(([start, end]) => ({ start, end })),
    );
    expect(cut.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text))).toEqual(parts);
  });

  it("leaves blanks at the ends unmarked", () => {
    expect(trimSpan("a  bc \n", { start: 1, end: 7 })).toEqual({ start: 3, end: 5 });
  });

  it("says on which line an offset is", () => {
    expect([0, 2, 3, 9].map((at) => lineAt("ab\nc\n", at))).toEqual([1, 1, 2, 3]);
  });
});
