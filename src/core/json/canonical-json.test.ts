import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "./canonical-json.ts";

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
