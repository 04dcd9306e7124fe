import { describe, expect, it } from "vitest";
import { clashingSpans } from "./clashing-spans.ts";
import { formatAgents, formatSpan, joinNames, times } from "./format-proposal.ts";
import { namesIn } from "./rule-draft.ts";

describe("the words about a proposal", () => {
  it("18.2 names are joined, and none means every agent", () => {
    expect([[], ["rio"], ["rio", "clay"], ["rio", "clay", "docsmith"]].map(joinNames)).toEqual([
      "",
      "rio",
      "rio and clay",
      "rio, clay and docsmith",
    ]);
    expect(formatAgents([])).toBe("every agent");
    expect([1, 2, 5].map(times)).toEqual(["once", "twice", "five times"]);
  });

  it.each([
    { to: "2026-01-01T08:00:00Z", text: "one day" },
    { to: "2026-01-05T00:00:00Z", text: "four days" },
    { to: "2026-01-22T00:00:00Z", text: "three weeks" },
    { to: "2026-07-01T00:00:00Z", text: "six months" },
  ])("18.2 a period until $to is $text", ({ to, text }) => {
    expect(formatSpan("2026-01-01T00:00:00Z", to)).toBe(text);
  });

  it("18.2 agents and paths are read from a field once each", () => {
    expect(namesIn("rio, clay\nrio,, ")).toEqual(["rio", "clay"]);
  });

  it.each([
    { text: "Never use floats for money.", words: ["float"], marked: ["Never use floats"] },
    { text: "Do not log. Always use integers.", words: ["integer"], marked: ["integers"] },
    { text: "Use integers.", words: ["float"], marked: [] },
  ])("18.2 clashing words are marked with what negates them: $text", ({ text, words, marked }) => {
    expect(clashingSpans(text, words).map(({ start, end }) => text.slice(start, end))).toEqual(marked);
  });
});
