import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  findRepeatedKey,
  MAX_CATALOGUE_TEXT,
  MAX_OWN_ENTRIES,
  parseEntries,
  parseEntryLines,
  removeEntry,
  putEntry,
} from "./parse-entries.ts";
import { entryJsonSchema } from "./entry-schema.ts";
import type { CatalogueEntry } from "./catalogue-entry.ts";

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

const entryLine = (fields: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({
    id: "raw-colours",
    rule: "Take colours from the palette.",
    comments: ["why hex?"],
    ...fields,
  });

describe("parseEntryLines", () => {
  it("needs id, rule and a comment, trims, and fills in the rest", () => {
    expect(
      parseEntryLines(`\ufeff${entryLine({ rule: "  Take colours from the palette. " })}\r\n\n`),
    ).toEqual({
      entries: [
        {
          line: 1,
          entry: {
            id: "raw-colours",
            rule: "Take colours from the palette.",
            rules: [],
            comments: ["why hex?"],
            fix: "",
            opposite: null,
            lookalike_comments: [],
            lookalike_rules: [],
          },
        },
      ],
      problems: [],
    });
  });

  it.each([
    { why: "no JSON", text: "{", field: "", code: "invalid_json" },
    { why: "no object", text: "[]", field: "", code: "invalid_value" },
    { why: "no id", text: entryLine({ id: undefined }), field: "id", code: "missing_key" },
    { why: "an id with spaces", text: entryLine({ id: "Raw colours" }), field: "id", code: "invalid_value" },
    {
      why: "a prototype's name as id",
      text: entryLine({ id: "__proto__" }),
      field: "id",
      code: "invalid_value",
    },
    { why: "an id like a flag", text: entryLine({ id: "--own" }), field: "id", code: "invalid_value" },
    { why: "an empty rule", text: entryLine({ rule: " " }), field: "rule", code: "invalid_value" },
    {
      why: "a rule far too long",
      text: entryLine({ rule: "x".repeat(241) }),
      field: "rule",
      code: "invalid_value",
    },
    { why: "no comments", text: entryLine({ comments: [] }), field: "comments", code: "invalid_value" },
    {
      why: "a comment of another kind",
      text: entryLine({ comments: ["a", 7] }),
      field: "comments[1]",
      code: "invalid_value",
    },
    {
      why: "an opposite without a rule",
      text: entryLine({ opposite: {} }),
      field: "opposite.rule",
      code: "missing_key",
    },
    { why: "an unknown key", text: entryLine({ sverity: 1 }), field: "sverity", code: "unknown_key" },
    {
      why: "a key twice",
      text: '{"id": "a", "id": "b", "rule": "x", "comments": ["y"]}',
      field: "id",
      code: "repeated_key",
    },
    {
      why: "a text twice",
      text: entryLine({ comments: ["why hex?", "Why hex?"] }),
      field: "comments[1]",
      code: "repeated_text",
    },
    { why: "a line of a megabyte", text: entryLine({ fix: "x".repeat(1e6) }), field: "", code: "too_large" },
  ])("names the line and the field of $why, and keeps the rest", ({ text, field, code }) => {
    const { entries, problems } = parseEntryLines(`${entryLine()}\n${text}\n${entryLine({ id: "other" })}\n`);
    expect(entries.map(({ line: at, entry }) => [at, entry.id])).toEqual([
      [1, "raw-colours"],
      [3, "other"],
    ]);
    expect(problems).toMatchObject([{ line: 2, field, code }]);
    expect(problems[0]!.message).toMatch(/expected|stands/);
  });

  it("takes the first of two with one id, and says where it stands", () => {
    const { entries, problems } = parseEntryLines(`${entryLine()}\n${entryLine({ rule: "Another." })}\n`);
    expect(entries).toHaveLength(1);
    expect(problems).toMatchObject([{ line: 2, code: "duplicate_id" }]);
    expect(problems[0]!.message).toContain("line 1");
  });

  it("bounds what it takes and what it says", () => {
    const many = Array.from({ length: MAX_OWN_ENTRIES + 5 }, (_, at) => entryLine({ id: `e-${at}` })).join(
      "\n",
    );
    const { entries, problems } = parseEntryLines(many);
    expect(entries).toHaveLength(MAX_OWN_ENTRIES);
    expect(problems).toMatchObject([{ line: MAX_OWN_ENTRIES + 1, code: "too_many" }]);
    expect(parseEntryLines("x\n".repeat(1e5)).problems).toHaveLength(100);
    expect(parseEntryLines("x".repeat(MAX_CATALOGUE_TEXT + 1)).problems).toMatchObject([
      { code: "too_large" },
    ]);
  });

  it("never throws, and never answers an entry that it would not take again", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.jsonValue().map((value) => entryLine({ comments: value })),
        ),
        (text) => {
          for (const { entry } of parseEntries(text).entries) {
            expect(parseEntryLines(JSON.stringify(entry)).entries).toEqual([{ line: 1, entry }]);
          }
        },
      ),
    );
  });
});

describe("parseEntries", () => {
  it.each([
    { why: "one object", text: JSON.stringify(JSON.parse(entryLine()), null, 2), ids: ["raw-colours"] },
    { why: "a list", text: `[${entryLine()},\n${entryLine({ id: "b" })}]`, ids: ["raw-colours", "b"] },
    { why: "lines", text: `${entryLine()}\n${entryLine({ id: "b" })}`, ids: ["raw-colours", "b"] },
    { why: "what `show` printed", text: entryLine({ origin: "built_in" }), ids: ["raw-colours"] },
    { why: "nothing", text: "", ids: [] },
  ])("reads $why", ({ text, ids }) => {
    const { entries, problems } = parseEntries(text);
    expect(problems).toEqual([]);
    expect(entries.map(({ entry }) => entry.id)).toEqual(ids);
  });
});

it("the JSON Schema asks for what is needed and closes the rest", () => {
  expect(entryJsonSchema()).toMatchObject({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    required: ["id", "rule", "comments"],
    additionalProperties: false,
  });
});

const entry = (id: string, rule = "Take colours from the palette."): CatalogueEntry =>
  parseEntryLines(JSON.stringify({ id, rule, comments: ["why hex?"] })).entries[0]!.entry;

describe("a file of entries", () => {
  it.each([
    { why: "nothing", text: "" },
    { why: "a broken line", text: "not JSON\n" },
    { why: "no line end, and blanks", text: '{"id":"a","rule":"b","comments":["c"]}\n\n \n{' },
    { why: "another's line ends", text: 'x\r\n{"id":"a","rule":"b","comments":["c"]}\r\n' },
  ])("with $why gets an entry at its end, and loses it again", ({ text }) => {
    const put = putEntry(text, entry("raw-colours"));
    expect(put.endsWith('"comments":["why hex?"]}\n')).toBe(true);
    expect(parseEntryLines(put).entries.map((each) => each.entry)).toContainEqual(entry("raw-colours"));
    expect(parseEntryLines(put).problems).toEqual(parseEntryLines(text).problems);
    expect(
      removeEntry(put, "raw-colours")
        .split(/\r?\n/)
        .filter((line) => line.trim() !== ""),
    ).toEqual(text.split(/\r?\n/).filter((line) => line.trim() !== ""));
  });

  it("changes one line where the entry is there", () => {
    const text = [entry("a"), entry("b"), entry("c")].reduce(putEntry, "");
    const changed = putEntry(text, entry("b", "Write it otherwise."));
    expect(changed.split("\n").map((line, at) => line === text.split("\n")[at])).toEqual([
      true,
      false,
      true,
      true,
    ]);
    expect(putEntry(changed, entry("b", "Write it otherwise."))).toBe(changed);
    expect(removeEntry(text, "none")).toBe(text);
  });
});
