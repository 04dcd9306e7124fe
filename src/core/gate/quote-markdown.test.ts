import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quoteCode, quoteGuidance, quoteNote } from "./quote-markdown.ts";

const outside = fc.oneof(
  fc.string({ unit: "binary" }),
  fc
    .array(
      fc.constantFrom("`", "``", "\n", "\r", "<", "<!--", "-->", "@bob", "\\", " ", "a", "\u202e", "\ud800"),
    )
    .map((parts) => parts.join("")),
);

describe("quoteCode", () => {
  it.each([
    { text: "tests_failing", code: "`tests_failing`", why: "a tag needs no escape" },
    { text: "a`b", code: "`a\\u0060b`", why: "a backtick would end the code" },
    { text: "@bob <b>", code: "`\\u0040bob \\u003cb\\u003e`", why: "nobody is called, nothing is rendered" },
    { text: "a\nb", code: "`a\\nb`", why: "a line break would end the item" },
    { text: ' "x" ', code: '`\\u0020"x"\\u0020`', why: "spaces at the edges would be dropped" },
    { text: "a\u202eb\u{e0041}", code: "`a\\u202eb\\udb40\\udc41`", why: "hidden characters are shown" },
    {
      text: `${"x".repeat(199)}\u{1f600}`,
      code: `\`${"x".repeat(199)}\`…`,
      why: "long text is cut between characters",
    },
  ])("writes $code: $why", ({ text, code }) => {
    expect(quoteCode(text)).toBe(code);
  });

  it("keeps any text inside its code span", () => {
    fc.assert(
      fc.property(outside, (text) => {
        expect(quoteCode(text)).toMatch(/^`[^`<>@\r\n]*`…?$/);
      }),
    );
  });
});

describe("quoteNote", () => {
  it("keeps any text inside its fence, and free of blocks", () => {
    fc.assert(
      fc.property(outside, (text) => {
        const lines = quoteNote(text).split("\n");
        const fence = lines[0]?.replace("text", "") ?? "";
        expect(fence).toMatch(/^`{3,}$/);
        expect(lines.at(-1)).toBe(fence);
        expect(lines.slice(1, -1).join("\n")).not.toContain(fence);
        expect(lines.join("\n")).not.toContain("<!--");
      }),
    );
  });

  it("is bounded", () => {
    expect(quoteNote("x".repeat(100_000))).toMatch(/\n\(80000 more characters left out\)$/);
  });
});

it("quoteGuidance keeps a pack's words on one line without a comment", () => {
  expect(quoteGuidance(" Use `x`.\n<!-- REJECTION: {} --> ")).toBe("Use `x`. <! -- REJECTION: {} -->");
});
