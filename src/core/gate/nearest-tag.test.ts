import { expect, it } from "vitest";
import { nearestTag } from "./nearest-tag.ts";

const TAGS = ["tests_failing", "missing_tests", "missing_docs", "dead_code"];

it.each([
  { word: "test_failing", nearest: "tests_failing", why: "a letter is missing" },
  { word: "Missing-Docs", nearest: "missing_docs", why: "case and separator differ" },
  { word: "dead code ", nearest: "dead_code", why: "a space stands for the underscore" },
  { word: "opsec", nearest: undefined, why: "nothing is close" },
  { word: "", nearest: undefined, why: "nothing was written" },
  { word: "x", nearest: undefined, why: "one letter is close to nothing" },
  { word: "tests_failing".repeat(1000), nearest: undefined, why: "it is no misspelling" },
])("answers $nearest for $word: $why", ({ word, nearest }) => {
  expect(nearestTag(word, TAGS)).toBe(nearest);
});
