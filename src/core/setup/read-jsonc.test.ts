import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSameJson, readJsonc, valueOf } from "./read-jsonc.ts";

const read = (text: string): unknown => {
  const result = readJsonc(text);
  return result.ok ? valueOf(result.value) : result.error;
};

describe("readJsonc", () => {
  it.each([
    {
      why: "plain JSON",
      text: '{"a": [1, -2.5e3, true, null, "x\\n"]}',
      value: { a: [1, -2500, true, null, "x\n"] },
    },
    { why: "comments anywhere", text: '// a\n{/* b */"a"/* c */:// d\r\n1 /* e */}\n// f', value: { a: 1 } },
    { why: "commas before a bracket", text: '{"a": [1, 2,], }', value: { a: [1, 2] } },
    { why: "a byte order mark", text: '\uFEFF{"a": 1}', value: { a: 1 } },
    { why: "what looks like a comment in a text", text: '{"a": "// \\" /* "}', value: { a: '// " /* ' } },
    { why: "a key twice, of which the last counts", text: '{"a": 1, "a": 2}', value: { a: 2 } },
    {
      why: "a key that is no plain one to JavaScript",
      text: '{"__proto__": 1}',
      value: JSON.parse('{"__proto__": 1}') as object,
    },
  ])("reads $why", ({ text, value }) => {
    expect(read(text)).toEqual(value);
  });

  it.each([
    { why: "nothing", text: "", line: 1, message: "the text ends too early" },
    { why: "a comma too many", text: '{"a": 1,\n,}', line: 2, message: "expected a key in quotes or }" },
    { why: "a missing comma", text: '{"a": 1\n"b": 2}', line: 2, message: "expected a comma or }" },
    { why: "a missing colon", text: '{"a" 1}', line: 1, message: "expected a colon" },
    { why: "an open text", text: '{"a": "x', line: 1, message: "this string has no closing quote" },
    {
      why: "a text over two lines",
      text: '{"a": "x\ny"}',
      line: 1,
      message: "this string contains a line break or an unknown escape",
    },
    { why: "an open comment", text: "{}\n/*", line: 2, message: "this comment has no end" },
    { why: "a number that goes on", text: "[01]", line: 1, message: "expected a value" },
    { why: "a word that goes on", text: "[trueish]", line: 1, message: "expected a value" },
    { why: "two values", text: "{} {}", line: 1, message: "unexpected content after the end" },
    { why: "the marks of a merge", text: "<<<<<<< ours\n{}", line: 1, message: "expected a value" },
    { why: "deep nesting", text: "[".repeat(100_000), line: 1, message: "this is nested too deeply" },
  ])("refuses $why", ({ text, line, message }) => {
    expect(read(text)).toEqual({ line, message });
  });

  it("reads what JSON.parse reads, in any layout", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom("", "  ", "\t"), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(read(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it("takes no text worse than JSON.parse does, and never throws", () => {
    const signs = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"',
      "a",
      "\\",
      "1",
      "-",
      "//",
      "/*",
      "*/",
      "\n",
      " ",
      "null",
    );
    fc.assert(
      fc.property(fc.array(signs, { maxLength: 30 }), (parts) => {
        const text = parts.join("");
        const result = readJsonc(text);
        expect([result.ok, isParsed(text)]).not.toEqual([false, true]);
      }),
      { numRuns: 2000 },
    );
  });
});

function isParsed(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("isSameJson", () => {
  it.each([
    { why: "another order of keys", a: { x: 1, y: 2 }, b: { y: 2, x: 1 }, same: true },
    { why: "one key more", a: { x: 1 }, b: { x: 1, y: 2 }, same: false },
    { why: "another order of elements", a: [1, 2], b: [2, 1], same: false },
    { why: "a list and an object", a: [], b: {}, same: false },
    { why: "nothing and null", a: undefined, b: null, same: false },
  ])("$why: $same", ({ a, b, same }) => {
    expect(isSameJson(a, b)).toBe(same);
  });
});
