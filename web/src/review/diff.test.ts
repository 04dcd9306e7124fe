import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countChangedLines, diffLines, diffWords } from "./diff.ts";

describe("the difference of two texts", () => {
  const texts = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 40 });

  it("leads from the one to the other", () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const steps = diffLines(before, after);
        expect(steps.filter(({ kind }) => kind !== "added").map(({ text }) => text)).toEqual(before);
        expect(steps.filter(({ kind }) => kind !== "removed").map(({ text }) => text)).toEqual(after);
      }),
    );
  });

  it("is found quickly where nothing is alike", () => {
    const before = Array.from({ length: 50_000 }, (_, at) => `old ${at}`);
    const after = Array.from({ length: 50_000 }, (_, at) => `new ${at}`);
    expect(diffLines(before, after)).toHaveLength(100_000);
  });

  it.each([
    ["nothing", "a\nb", "a\nb", 0],
    ["a line rewritten counts once", "a\nb\nc", "a\nB\nc", 1],
    ["one taken out and two put in elsewhere", "a\nb\nc", "a\nc\nd\ne", 3],
  ])("is counted in lines: %s", (_why, before, after, lines) => {
    expect(countChangedLines(before, after)).toBe(lines);
  });
});

describe("diffWords", () => {
  it.each([
    { why: "the same", before: "Return early.", after: "Return early.", told: "=Return early." },
    {
      why: "a word for another",
      before: "Use a float.",
      after: "Use an integer.",
      told: "=Use -a float. +an integer.",
    },
    { why: "all new", before: "", after: "Test it.", told: "+Test it." },
    { why: "spaces say nothing", before: "a  b", after: "a b", told: "=a b" },
    { why: "too long to compare", before: "x ".repeat(400), after: "y", told: `-${"x ".repeat(400)} +y` },
  ])("$why", ({ before, after, told }) => {
    const marks = { same: "=", removed: "-", added: "+" } as const;
    expect(
      diffWords(before, after)
        .map(({ kind, text }) => marks[kind] + text)
        .join(" "),
    ).toBe(told);
  });
});
