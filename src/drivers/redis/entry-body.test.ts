import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toEntryBody, fromEntryBody, truncateBody } from "./entry-body.ts";

describe("toEntryBody", () => {
  it.each([
    { why: "one field is its value", fields: ["event", "{}"], body: "{}" },
    { why: "several are an object", fields: ["a", "1", "b", "2"], body: '{"a":"1","b":"2"}' },
    {
      why: "a name that stands twice is kept twice",
      fields: ["a", "1", "a", "2"],
      body: '[["a","1"],["a","2"]]',
    },
    {
      why: "a prototype's name is a name",
      fields: ["__proto__", "1", "b", ""],
      body: '{"__proto__":"1","b":""}',
    },
    { why: "no field at all", fields: [], body: "{}" },
  ])("$why", ({ fields, body }) => {
    expect(toEntryBody(fields).body).toBe(body);
    expect(fromEntryBody(toEntryBody(fields))).toEqual(fields);
  });

  it("loses no name and no value", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.string())), (pairs) => {
        // Names that are numbers come back first, since an object has them so.
        expect(fromEntryBody(toEntryBody(pairs.flat())).toSorted()).toEqual(pairs.flat().toSorted());
      }),
    );
  });
});

describe("truncateBody", () => {
  it.each([
    { why: "a short text is whole", body: "short", shown: 5 },
    { why: "64 KiB are whole", body: "x".repeat(65_536), shown: 65_536 },
    { why: "one more is cut", body: "x".repeat(65_537), shown: 65_536 },
    { why: "half a character is left out", body: `x${"€".repeat(30_000)}`, shown: 21_846 },
  ])("$why", ({ body, shown }) => {
    expect(truncateBody(body).length).toBe(shown);
    expect(body.startsWith(truncateBody(body))).toBe(true);
  });
});
