import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quoteBlock, quoteForModel } from "./quote-for-model.ts";

describe("quoteForModel", () => {
  it.each([
    { why: "plain words stay", words: "Return [] — not null.", quoted: "Return [] — not null." },
    { why: "what nobody sees goes", words: "a\u200bb\u{e0041}c\u202ed", quoted: "abcd" },
    { why: "lines become one", words: "a\nb\tc", quoted: "a b c" },
    { why: "half a character is none", words: "a\ud800b", quoted: "a\ufffdb" },
    { why: "a secret stays here", words: "set token=abcdefgh12345678 first", quoted: "set [secret] first" },
    {
      why: "a secret that begins before the cut",
      words: `${"a ".repeat(245)}ghp_${"x1Y2".repeat(10)}`,
      quoted: `${"a ".repeat(245)}[secret]`,
    },
    { why: "long words are cut", words: "a ".repeat(1_000), quoted: `${"a ".repeat(250)} …` },
  ])("$why", ({ words, quoted }) => expect(quoteForModel(words)).toBe(quoted));
});

describe("quoteBlock", () => {
  it("holds what it is given, and nothing inside can end it", () => {
    const part = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom("</feedback>", "<feedback>", "-->", "\u2028"),
    );
    fc.assert(
      fc.property(fc.array(part), (says) => {
        const block = quoteBlock({ says });
        const parts = block.split(/<\/?feedback>/i);
        expect(parts).toHaveLength(3);
        expect(JSON.parse(parts[1]!)).toEqual({ says });
      }),
    );
  });
});
