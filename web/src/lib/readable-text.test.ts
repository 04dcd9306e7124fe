import { expect, it } from "vitest";
import { readableText } from "./readable-text.ts";

it.each([
  ["docs/export.md (+1 -1); - - Closes PAY-1482; + - Orders", "An edit of docs/export.md"],
  ["output (+1 -1); - thank you for writing. Your invoice", "An edit of the work"],
  ["Raise the limit (+1); it is too low", "Raise the limit (+1); it is too low"],
  ["Close the file before you return.", "Close the file before you return."],
  ["", ""],
])("%j is read as %j", (text, shown) => {
  expect(readableText(text)).toBe(shown);
});
