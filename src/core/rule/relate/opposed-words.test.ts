import { describe, expect, it } from "vitest";
import { opposedWords, readPolarity } from "./opposed-words.ts";

describe("readPolarity", () => {
  it.each<[string, Record<string, boolean>, string]>([
    ["Use fakes, not mocks", { fakes: true, mocks: false }, "a contrast"],
    ["Prefer tabs over spaces for indentation", { tabs: true }, "a preference asks for the first"],
    ["Never skip the migration", { migration: true }, "two negatives"],
    ["Remove the cache", { cache: false }, "a verb that does away with its object"],
    ["Retries are forbidden", { retries: false }, "a ban behind its object"],
    [
      "Do not use globals, use parameters",
      { globals: false, parameters: true },
      "a new command ends the ban",
    ],
    ["No globals, singletons or eval", { globals: false, singletons: false, eval: false }, "a list goes on"],
    ["Replace the loop with recursion", { loop: false, recursion: true }, "what comes instead"],
  ])("%j: %j (%s)", (text, wanted) => {
    const read = new Map(readPolarity(text).map((each) => [each.text, each.asks]));
    for (const [word, asks] of Object.entries(wanted)) expect([word, read.get(word)]).toEqual([word, asks]);
  });
});

describe("opposedWords", () => {
  it.each([
    ["add a null check here", "drop this null check", "null check"],
    ["please extract this into a function", "inline this function", "extract"],
  ])("between %j and %j: %j", (a, b, words) => {
    expect(opposedWords(a, b).pairs.map((pair) => pair.a)).toContain(words);
  });

  it.each([
    ["use the cache", "use the cache"],
    ["rename the variable", "add a test"],
  ])("none between %j and %j", (a, b) => {
    expect(opposedWords(a, b).pairs).toEqual([]);
  });

  it("tells how much both speak of the same", () => {
    expect(opposedWords("add a null check here", "drop this null check").overlap).toBeGreaterThan(0.4);
    expect(opposedWords("add a null check here", "rename the folder").overlap).toBe(0);
  });
});
