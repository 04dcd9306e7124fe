import { expect, it } from "vitest";
import { languageOfFile } from "./language-of-file.ts";

it.each([
  ["src/cart.ts", "typescript"],
  ["C:\\app\\Cart.CPP", "c++"],
  ["Makefile", undefined],
  ["notes.unknown", undefined],
  ["a.constructor", undefined],
])("%s is written in %s", (file, language) => {
  expect(languageOfFile(file)).toBe(language);
});
