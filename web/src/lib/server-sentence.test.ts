import { expect, it } from "vitest";
import { formatSentence } from "./server-sentence.ts";

it.each([
  [
    "Contradicts an earlier decision (fb_1fe25b8c9521deb648a5655fafbb1fe7): the same output was approved",
    "Contradicts an earlier decision (fb_1fe25b8c…): the same output was approved",
  ],
  ["See cl-b47859e6eabbc53f and ru_1.", "See cl-b47859e6… and ru_1."],
  ["Said 3 times, from 2026-11-09 to 2025-11-12.", "Said 3 times, from 9 Nov to 12 Nov 2025."],
  [
    "2026-13-40 is no day, and neither is notes-2026-11-09.",
    "2026-13-40 is no day, and neither is notes-2026-11-09.",
  ],
  ["A hash deadbeefdeadbeefdeadbeef stays.", "A hash deadbeefdeadbeefdeadbeef stays."],
])("%j is shown as %j", (text, shown) => {
  expect(formatSentence(text)).toBe(shown);
});
