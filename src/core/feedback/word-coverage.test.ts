import { describe, expect, it } from "vitest";
import { wordCoverage } from "./word-coverage.ts";

describe("wordCoverage", () => {
  it("counts other forms of a word, and rare words more", () => {
    const texts = [
      "Leave ticket numbers out of the release notes.",
      "The release notes name no version.",
      "Close the file.",
    ];
    const [all, some, none] = wordCoverage("tickets in release notes", texts);
    expect(all).toBeGreaterThan(0.9);
    expect(some).toBeGreaterThan(0.2);
    expect(some).toBeLessThan(0.7);
    expect(none).toBe(0);
  });

  it("is zero for a query without words", () => {
    expect(wordCoverage("??", ["What?"])).toEqual([0]);
    expect(wordCoverage("tickets", [])).toEqual([]);
  });
});
