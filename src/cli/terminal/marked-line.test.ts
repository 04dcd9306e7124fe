import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnsOf } from "../../core/text/visible-name.ts";
import { markLine } from "./marked-line.ts";

/** The line and the carets under it, as a terminal shows them. */
function shown(text: string, phrase: string, columns = 40): string {
  const start = text.indexOf(phrase);
  const { before, marked, after, indent, width } = markLine(text, start, start + phrase.length, { columns });
  return `${before}${marked}${after}\n${" ".repeat(indent)}${"^".repeat(width)}`;
}

describe("17.2 carets stand under the right characters", () => {
  it.each([
    { why: "plain", text: "one two three", phrase: "two", is: "one two three\n    ^^^" },
    { why: "the first character", text: "two three", phrase: "two", is: "two three\n^^^" },
    { why: "a line in the middle", text: "a\nb two c\nd", phrase: "two", is: "b two c\n  ^^^" },
    { why: "after an empty first line", text: "\ntwo", phrase: "two", is: "two\n^^^" },
    { why: "a tab before it", text: "a\ttwo", phrase: "two", is: "a   two\n    ^^^" },
    { why: "a tab inside it", text: "x a\tb y", phrase: "a\tb", is: "x a   b y\n  ^^^^^" },
    { why: "wide letters", text: "名前 two", phrase: "two", is: "名前 two\n     ^^^" },
    { why: "wide letters marked", text: "a 名前 b", phrase: "名前", is: "a 名前 b\n  ^^^^" },
    { why: "a picture", text: "✅ 🎉 two", phrase: "two", is: "✅ 🎉 two\n      ^^^" },
    {
      why: "an accent of its own",
      text: "e\u0301e\u0301 two",
      phrase: "two",
      is: "e\u0301e\u0301 two\n   ^^^",
    },
    { why: "lines of Windows", text: "a\r\nb two\r\nc", phrase: "two", is: "b two\n  ^^^" },
    { why: "a bar that redraws itself", text: "10%\r50%\rtwo", phrase: "two", is: "two\n^^^" },
    { why: "colours", text: "\u001b[31ma\u001b[0m two\u001b[K", phrase: "two", is: "a two\n  ^^^" },
    { why: "a bell", text: "\u0007 two", phrase: "two", is: "\\u0007 two\n       ^^^" },
    { why: "a turn of direction", text: "\u202e two", phrase: "two", is: "\\u202e two\n       ^^^" },
    { why: "half a character", text: "\ud83d two", phrase: "two", is: "\\ud83d two\n       ^^^" },
  ])("$why", ({ text, phrase, is }) => {
    expect(shown(text, phrase)).toBe(is);
  });

  it("cuts a long line around what is marked", () => {
    const text = `${"名".repeat(300)} two ${"x".repeat(300)}`;
    expect(shown(text, "two", 21)).toBe("…名名名 two xxxxxxxx…\n        ^^^");
    expect(shown(`${"a ".repeat(300)}two`, "two", 11)).toBe("… a a a two\n        ^^^");
    expect(shown("x".repeat(300), "x".repeat(300), 6)).toBe("xxxxx…\n^^^^^^");
  });

  it("shows nothing that acts on a terminal, in no more columns than there are", () => {
    const part = fc.oneof(
      fc.string({ unit: "binary", maxLength: 30 }),
      fc.constantFrom("\u001b[2J", "\t", "\r\n", "\r", "\n", "名", "👩🏽‍💻", "e\u0301", "\u009b31m", " word "),
    );
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 20 }).map((parts) => parts.join("")),
        fc.nat(200),
        fc.nat(200),
        fc.integer({ min: 1, max: 80 }),
        (text, at, length, columns) => {
          const start = Math.min(at, text.length);
          const line = markLine(text, start, Math.min(start + length, text.length), { columns });
          const all = line.before + line.marked + line.after;
          expect(all).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
          expect(columnsOf(all)).toBeLessThanOrEqual(columns);
          expect(line.indent).toBe(columnsOf(line.before));
        },
      ),
      { numRuns: 500 },
    );
  });
});
