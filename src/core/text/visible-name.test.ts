import { describe, expect, it } from "vitest";
import { columnsOf, cutColumns, visibleName } from "./visible-name.ts";

describe("visibleName", () => {
  it.each([
    { why: "a plain name stays", name: "claude-code", shown: "claude-code" },
    { why: "letters of any script stay", name: "Zoë 名前", shown: "Zoë 名前" },
    { why: "escape sequences are shown", name: "\u001b[31mx", shown: "\\u001b[31mx" },
    { why: "so are characters that turn the direction", name: "a\u202eb", shown: "a\\u202eb" },
    { why: "so are characters without width", name: "a\u200bb\ufeff", shown: "a\\u200bb\\ufeff" },
    { why: "so are tags beyond the first plane", name: "a\u{e0041}", shown: "a\\ue0041" },
    { why: "half a character is shown", name: "a\ud83d", shown: "a\\ud83d" },
    { why: "it stays on one line", name: "a\nb\tc\rd", shown: "a b c\\u000dd" },
    { why: "no name has a name", name: " \n ", shown: "(no name)" },
    { why: "what is too long is cut, and says so", name: "x".repeat(50), shown: `${"x".repeat(19)}…` },
    { why: "wide letters count twice", name: "名".repeat(50), shown: `${"名".repeat(9)}…` },
  ])("$why", ({ name, shown }) => {
    expect(visibleName(name, 20)).toBe(shown);
  });

  it("bounds marks, which take no column", () => {
    expect(visibleName("e" + "\u0301".repeat(100_000), 20).length).toBeLessThan(100);
  });
});

it.each([
  { text: "abc", columns: 3, cut: "abc" },
  { text: "abcd", columns: 3, cut: "ab…" },
  { text: "abcd", columns: 1, cut: "…" },
  { text: "abcd", columns: 0, cut: "" },
])("cuts $text to $columns columns: $cut", ({ text, columns, cut }) => {
  expect(cutColumns(text, columns)).toBe(cut);
  expect(columnsOf(cut)).toBeLessThanOrEqual(columns);
});
