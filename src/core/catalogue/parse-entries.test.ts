import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { entryJsonSchema } from "./entry-schema.ts";
import { MAX_CATALOGUE_TEXT, MAX_OWN_ENTRIES, parseEntries, parseEntryLines } from "./parse-entries.ts";

const line = (fields: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({
    id: "raw-colours",
    rule: "Take colours from the palette.",
    comments: ["why hex?"],
    ...fields,
  });

describe("parseEntryLines", () => {
  it("needs id, rule and a comment, trims, and fills in the rest", () => {
    expect(parseEntryLines(`\ufeff${line({ rule: "  Take colours from the palette. " })}\r\n\n`)).toEqual({
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
    { why: "no id", text: line({ id: undefined }), field: "id", code: "missing_key" },
    { why: "an id with spaces", text: line({ id: "Raw colours" }), field: "id", code: "invalid_value" },
    { why: "a prototype's name as id", text: line({ id: "__proto__" }), field: "id", code: "invalid_value" },
    { why: "an id like a flag", text: line({ id: "--own" }), field: "id", code: "invalid_value" },
    { why: "an empty rule", text: line({ rule: " " }), field: "rule", code: "invalid_value" },
    {
      why: "a rule far too long",
      text: line({ rule: "x".repeat(241) }),
      field: "rule",
      code: "invalid_value",
    },
    { why: "no comments", text: line({ comments: [] }), field: "comments", code: "invalid_value" },
    {
      why: "a comment of another kind",
      text: line({ comments: ["a", 7] }),
      field: "comments[1]",
      code: "invalid_value",
    },
    {
      why: "an opposite without a rule",
      text: line({ opposite: {} }),
      field: "opposite.rule",
      code: "missing_key",
    },
    { why: "an unknown key", text: line({ sverity: 1 }), field: "sverity", code: "unknown_key" },
    {
      why: "a key twice",
      text: '{"id": "a", "id": "b", "rule": "x", "comments": ["y"]}',
      field: "id",
      code: "repeated_key",
    },
    {
      why: "a text twice",
      text: line({ comments: ["why hex?", "Why hex?"] }),
      field: "comments[1]",
      code: "repeated_text",
    },
    { why: "a line of a megabyte", text: line({ fix: "x".repeat(1e6) }), field: "", code: "too_large" },
  ])("names the line and the field of $why, and keeps the rest", ({ text, field, code }) => {
    const { entries, problems } = parseEntryLines(`${line()}\n${text}\n${line({ id: "other" })}\n`);
    expect(entries.map(({ line: at, entry }) => [at, entry.id])).toEqual([
      [1, "raw-colours"],
      [3, "other"],
    ]);
    expect(problems).toMatchObject([{ line: 2, field, code }]);
    expect(problems[0]!.message).toMatch(/expected|stands/);
  });

  it("takes the first of two with one id, and says where it stands", () => {
    const { entries, problems } = parseEntryLines(`${line()}\n${line({ rule: "Another." })}\n`);
    expect(entries).toHaveLength(1);
    expect(problems).toMatchObject([{ line: 2, code: "duplicate_id" }]);
    expect(problems[0]!.message).toContain("line 1");
  });

  it("bounds what it takes and what it says", () => {
    const many = Array.from({ length: MAX_OWN_ENTRIES + 5 }, (_, at) => line({ id: `e-${at}` })).join("\n");
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
          fc.jsonValue().map((value) => line({ comments: value })),
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
    { why: "one object", text: JSON.stringify(JSON.parse(line()), null, 2), ids: ["raw-colours"] },
    { why: "a list", text: `[${line()},\n${line({ id: "b" })}]`, ids: ["raw-colours", "b"] },
    { why: "lines", text: `${line()}\n${line({ id: "b" })}`, ids: ["raw-colours", "b"] },
    { why: "what `show` printed", text: line({ origin: "built_in" }), ids: ["raw-colours"] },
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
