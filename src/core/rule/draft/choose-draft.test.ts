import { expect, test } from "vitest";
import { isOfOtherFiles } from "./choose-draft.ts";

test("16.1 a rule of one language is not used for files of another", () => {
  const remarks = [{ text: "dispose it", path: "lib/cart.dart" }];
  expect(isOfOtherFiles("C#: dispose with `using`.", remarks)).toBe(true);
  expect(isOfOtherFiles("Flutter: dispose controllers in `dispose()`.", remarks)).toBe(false);
  expect(isOfOtherFiles("Close files: they leak.", remarks)).toBe(false);
  expect(isOfOtherFiles("C#: dispose with `using`.", [{ text: "dispose it" }])).toBe(false);
});
