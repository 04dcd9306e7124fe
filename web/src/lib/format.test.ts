import { describe, expect, it } from "vitest";
import { duration } from "../components/time.tsx";
import { defined, orUndefined } from "./defined.ts";
import { asSentence, countWord, plural } from "./format.ts";

const MINUTE = 60_000;

describe("format", () => {
  it.each([
    { ms: 59_000, text: "under a minute" },
    { ms: 5 * MINUTE, text: "5\u202fm" },
    { ms: 125 * MINUTE, text: "2\u202fh 5\u202fm" },
    { ms: 120 * MINUTE, text: "2\u202fh" },
    { ms: 11 * 24 * 60 * MINUTE, text: "11\u202fd" },
  ])("18.2 $ms ms is $text", ({ ms, text }) => {
    expect(duration(ms)).toBe(text);
  });

  it("18.2 small counts are words, and larger ones have their thousands separated", () => {
    expect([0, 3, 12, 13, 4_200].map(countWord)).toEqual(["none", "three", "twelve", "13", "4,200"]);
    expect([plural(1, "person", "people"), plural(2, "person", "people")]).toEqual(["1 person", "2 people"]);
  });

  it.each([
    { text: "", sentence: "" },
    { text: "the rule is busy", sentence: "The rule is busy." },
    { text: "Really?", sentence: "Really?" },
  ])("18.2 a server message becomes a sentence: $text", ({ text, sentence }) => {
    expect(asSentence(text)).toBe(sentence);
  });

  it("18.2 undefined fields are dropped, and other empty values are kept", () => {
    expect(defined({ a: undefined, b: 0, c: "", d: null })).toEqual({ b: 0, c: "", d: null });
    expect([undefined, " ", " a "].map(orUndefined)).toEqual([undefined, undefined, "a"]);
  });
});
