import { describe, expect, it } from "vitest";
import { createPhraseTable } from "./phrase-table.ts";
import { readText } from "./read-text.ts";

const table = createPhraseTable(["might|may also? want to", "very? good", "use @code"]);

describe("a phrase table", () => {
  it.each([
    ["you might want to look", [1, 4]],
    ["you MAY also want to look", [1, 5]],
    ["you might also look", undefined],
    ["a very good idea", [1, 3]],
    ["a good idea", [1, 2]],
    ["use `set` here", [0, 2]],
    ["use sets here", undefined],
    ["might want", undefined],
  ])("finds its phrases in %j", (text, expected) => {
    const hit = table.first(readText(text).words);
    expect(hit === undefined ? undefined : [hit.from, hit.to]).toEqual(expected);
  });

  it("finds every phrase, none twice", () => {
    const { words } = readText("good, very good, and you may want to use `x`");
    expect(table.all(words).map(({ from, to }) => to - from)).toEqual([1, 2, 3, 2]);
  });
});
