import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, issuePath, valueAt } from "./json.ts";

describe("canonicalJson", () => {
  it.each([
    { value: { b: 1, a: [true, null, "x"] }, text: '{"a":[true,null,"x"],"b":1}', why: "keys are sorted" },
    { value: { "\u{1f600}": 1, "\uff5e": 2 }, text: '{"\u{1f600}":1,"\uff5e":2}', why: "by code unit" },
    { value: "\ud800", text: '"\\ud800"', why: "lone surrogates stay distinct" },
    { value: JSON.parse('{"__proto__":{"a":1}}'), text: '{"__proto__":{"a":1}}', why: "no key is special" },
  ])("writes $text: $why", ({ value, text }) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it("means the same as what it was made from", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        expect(JSON.parse(canonicalJson(value) ?? "")).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("gives up on deep nesting instead of exhausting the stack", () => {
    expect(canonicalJson(JSON.parse("[".repeat(100_000) + "]".repeat(100_000)))).toBeUndefined();
  });
});

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

it("starts at the given offset", () => {
  expect([issuePath(["a"], "items[1]"), issuePath([2], "items")]).toEqual(["items[1].a", "items[2]"]);
});
