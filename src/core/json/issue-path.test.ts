import { expect, it } from "vitest";
import { issuePath, valueAt } from "./issue-path.ts";

it.each([
  ["the whole", [], "", { gates: [{ tag: 1 }] }],
  ["a field", ["gates"], "gates", [{ tag: 1 }]],
  ["deep inside", ["gates", 0, "tag"], "gates[0].tag", 1],
  ["what is not there", ["gates", 3, "tag"], "gates[3].tag", undefined],
  ["nothing inherited", ["toString"], "toString", undefined],
] as const)("names %s, and finds it", (_what, path, text, value) => {
  expect(issuePath(path)).toBe(text);
  expect(valueAt({ gates: [{ tag: 1 }] }, path)).toEqual(value);
});

it("goes on from where it is told to", () => {
  expect([issuePath(["a"], "items[1]"), issuePath([2], "items")]).toEqual(["items[1].a", "items[2]"]);
});
