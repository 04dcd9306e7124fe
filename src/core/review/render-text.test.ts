import { describe, expect, it } from "vitest";
import { visibleFindingText } from "./render-text.ts";

describe("visibleText", () => {
  it.each([
    ["a mark that reorders what follows", "a\u202eb\u061cc\u2066d", "abcd"],
    ["letters that only programs read", "ok\u{e0049}\u{e0067}", "ok"],
    ["spaces of no width", "pass\u200bword\u2060\ufeff", "password"],
    ["what a terminal obeys", "a\u001b[2Jb\u0007\u009b", "a[2Jb"],
    ["half a character", "a\ud83d", "a\ufffd"],
  ])("removes %s", (_what, text, shown) => {
    expect(visibleFindingText(text)).toBe(shown);
  });

  it.each([
    ["lines and tabs", "a\n\tb"],
    ["joiners that a script is written with", "नमस्\u200dते"],
    ["a sign made of several", "❤\ufe0f\u200d🔥"],
  ])("keeps %s", (_what, text) => {
    expect(visibleFindingText(text)).toBe(text);
  });
});
