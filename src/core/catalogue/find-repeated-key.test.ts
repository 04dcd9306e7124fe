import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findRepeatedKey } from "./find-repeated-key.ts";

describe("findRepeatedKey", () => {
  it.each([
    { why: "a key twice", json: '{"rule": "a", "rule": "b"}', key: "rule" },
    { why: "the same key spelled by an escape", json: String.raw`{"rule": 1, "r\u0075le": 2}`, key: "rule" },
    { why: "inside a list", json: '[{"a": 1}, {"b": 1, "b": 2}]', key: "b" },
    { why: "in an inner object only", json: '{"a": {"x": 1, "x": 2}}', key: "x" },
    { why: "the same key in two objects", json: '{"a": {"x": 1}, "b": {"x": 2}, "x": 3}', key: undefined },
    { why: "a value like a key", json: '{"a": "b", "b": "a : b"}', key: undefined },
    { why: "braces and quotes in text", json: String.raw`{"a": "}\"{ \"a\":", "b": "\\"}`, key: undefined },
    { why: "a prototype's name", json: '{"__proto__": 1, "constructor": 2}', key: undefined },
  ])("$why", ({ json, key }) => {
    expect(findRepeatedKey(json)).toBe(key);
  });

  it("finds none in what was made from a value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(findRepeatedKey(JSON.stringify(value))).toBeUndefined();
      }),
    );
  });
});
