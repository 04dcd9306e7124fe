import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changedLines } from "./changed-lines.ts";
import { lineDiff } from "./line-diff.ts";

describe("the difference of two texts", () => {
  const texts = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 40 });

  it("leads from the one to the other", () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const steps = lineDiff(before, after);
        expect(steps.filter(({ kind }) => kind !== "added").map(({ text }) => text)).toEqual(before);
        expect(steps.filter(({ kind }) => kind !== "removed").map(({ text }) => text)).toEqual(after);
      }),
    );
  });

  it("is found quickly where nothing is alike", () => {
    const before = Array.from({ length: 50_000 }, (_, at) => `old ${at}`);
    const after = Array.from({ length: 50_000 }, (_, at) => `new ${at}`);
    expect(lineDiff(before, after)).toHaveLength(100_000);
  });

  it.each([
    ["nothing", "a\nb", "a\nb", 0],
    ["a line rewritten counts once", "a\nb\nc", "a\nB\nc", 1],
    ["one taken out and two put in elsewhere", "a\nb\nc", "a\nc\nd\ne", 3],
  ])("is counted in lines: %s", (_why, before, after, lines) => {
    expect(changedLines(before, after)).toBe(lines);
  });
});
