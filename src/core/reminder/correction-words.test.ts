import { describe, expect, it } from "vitest";
import { saysItFails, correctedFile } from "./correction-words.ts";

describe("whether words only say that something fails", () => {
  it.each([
    ["The tests still fail.", true],
    ["You broke the build, it is red again", true],
    ["It crashes with an exception when I open the page.", true],
    ["The build fails because you use npm; use pnpm instead.", false],
    ["Never swallow an error.", false],
    ["Rename the field.", false],
    ["", false],
  ])("%s → %s", (words, expected) => {
    expect(saysItFails(words)).toBe(expected);
  });
});

describe("the file that somebody corrects", () => {
  it.each([
    ["the only one that was edited", "No, use cents.", ["src/a.ts"], "src/a.ts"],
    ["the one they name", "No, a.ts must use cents.", ["src/a.ts", "docs/b.md"], "src/a.ts"],
    ["by its whole path", "docs/b.md is wrong", ["src/a.ts", "docs/b.md"], "docs/b.md"],
    ["of several in one folder the last", "No, use cents.", ["src/a.ts", "src/b.ts"], "src/b.ts"],
    ["of several in different folders none", "No, use cents.", ["src/a.ts", "docs/b.md"], undefined],
    ["none where nothing was edited", "No, use cents.", [], undefined],
  ])("%s", (_what, words, touched, expected) => {
    expect(correctedFile(words, touched)).toBe(expected);
  });
});
