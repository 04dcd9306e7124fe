import { describe, expect, it } from "vitest";
import { splitHiddenCharacters } from "./hidden-characters.ts";

describe("what hides in a text", () => {
  it.each([
    ["a change of direction", "a\u202eb", ["a", "U+202E", "b"]],
    ["the same many times over", "a\u200b\u200b\u200b", ["a", "U+200B × 3"]],
    ["a tag character", "\u{e0041}", ["U+E0041"]],
    ["a variant of what has none", "a\ufe01b\u{e0101}", ["a", "U+FE01", "b", "U+E0101"]],
    ["how a picture is drawn", "\u2764\ufe0f 1\ufe0f", ["\u2764\ufe0f 1\ufe0f"]],
    ["a blank that is no blank", "a\u2800", ["a", "U+2800"]],
    ["half a character", "\ud800x", ["U+D800", "x"]],
    ["line ends and tabs, which do not hide", "a\r\n\tb", ["a\r\n\tb"]],
    ["a lone return", "a\rb", ["a", "U+000D", "b"]],
    ["what joins pictures into one", "\u{1f469}\u200d\u{1f52c}", ["\u{1f469}\u200d\u{1f52c}"]],
  ])("%s", (_what, text, shown) => {
    expect(splitHiddenCharacters(text).map((part) => part.code ?? part.text)).toEqual(shown);
  });

  it("costs little where there is much of it", () => {
    expect(splitHiddenCharacters("\u200b\u200c".repeat(400_000)).length).toBeLessThan(3_000);
  });
});
