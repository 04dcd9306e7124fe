import { describe, expect, it } from "vitest";
import { wordChanges } from "./word-changes.ts";

describe("wordChanges", () => {
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
      wordChanges(before, after)
        .map(({ kind, text }) => marks[kind] + text)
        .join(" "),
    ).toBe(told);
  });
});
