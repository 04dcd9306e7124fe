import { expect, it } from "vitest";
import { shortenIds } from "./short-ids.ts";

it.each([
  [
    "Contradicts an earlier decision (fb_1fe25b8c9521deb648a5655fafbb1fe7): the same output was approved",
    "Contradicts an earlier decision (fb_1fe25b8c…): the same output was approved",
  ],
  ["See cl-b47859e6eabbc53f and ru_1.", "See cl-b47859e6… and ru_1."],
  ["A hash deadbeefdeadbeefdeadbeef stays.", "A hash deadbeefdeadbeefdeadbeef stays."],
])("%j is shown as %j", (text, shown) => {
  expect(shortenIds(text)).toBe(shown);
});
