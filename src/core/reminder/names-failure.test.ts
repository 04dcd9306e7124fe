import { describe, expect, it } from "vitest";
import { saysItFails } from "./names-failure.ts";

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
