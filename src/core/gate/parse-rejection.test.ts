import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BUILT_IN_PACKS } from "./built-in-packs.ts";
import { formatRejection } from "./format-rejection.ts";
import { createGateCatalogue } from "./gate.ts";
import { parseRejection } from "./parse-rejection.ts";
import type { Signer } from "./rejection.ts";

const NASTY = [
  "-->",
  "--!>",
  "<!--",
  "<!-- REJECTION: ",
  "--",
  "\n",
  "\r\n",
  "\u2028",
  "`",
  "@a",
  "\\",
  '"',
  "\0",
  "\ud800",
  "\udc00",
  "\u{1f600}",
  "\u202e",
  "a",
  "é",
  "e\u0301",
  " ",
];

/** Any text as a tag: plain, every Unicode character, lone surrogates, and what could break a comment. */
const anyTag: fc.Arbitrary<string> = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.array(fc.constantFrom(...NASTY)).map((parts) => parts.join("")),
);

const catalogue = createGateCatalogue(BUILT_IN_PACKS);
const TS = "2026-01-31T12:00:00Z";
const block = (value: unknown): string => `<!-- REJECTION: ${JSON.stringify(value)} -->`;
const simple = (...issues: string[]): string => block({ issues, source: "ci", ts: TS });
const written = (issues: readonly string[], signer?: Signer): string =>
  formatRejection({ issues, source: "ci", ts: TS, catalogue, ...(signer === undefined ? {} : { signer }) });
const issuesOf = (comment: string, signer?: Signer): readonly string[] | string => {
  const parsed = parseRejection(comment, signer === undefined ? {} : { signer });
  return parsed.ok ? parsed.value.issues : parsed.error.code;
};

describe("a rejection that was formatted", () => {
  it.each([
    "-->",
    "--!>",
    "<!--",
    "a\nb\r\nc",
    "a\u2028b",
    "日本語 é e\u0301 \u{1f600}",
    "\ud800",
    "\udc00\ud800",
    "__proto__",
    '"\\',
    "<!-- REJECTION: {} -->",
  ])("002.1: comes back with the tag %j", (tag) => {
    expect(issuesOf(written([tag, "dead_code"]))).toEqual([tag, "dead_code"]);
  });

  it("002.1: comes back with any tags, source and place in a conversation", () => {
    fc.assert(
      fc.property(fc.array(anyTag), anyTag, fc.string(), fc.string(), (issues, source, before, after) => {
        const tags = [...new Set(issues.filter((tag) => tag.trim() !== ""))];
        const comment = formatRejection({ issues, source, ts: TS, catalogue });
        const parsed = parseRejection(`${before}\n${comment}\n${after}`);
        expect(parsed).toEqual({
          ok: true,
          value: {
            issues: tags.length === 0 ? ["unspecified"] : tags,
            unregistered: tags.filter((tag) => catalogue.find(tag) === undefined),
            source,
            ts: TS,
            version: 1,
            signed: false,
          },
          diagnostics: [],
        });
      }),
    );
  });

  it("002.1: survives being stored as UTF-8", () => {
    fc.assert(
      fc.property(
        anyTag.filter((tag) => tag.trim() !== ""),
        (tag) => {
          expect(issuesOf(new TextDecoder().decode(new TextEncoder().encode(written([tag]))))).toEqual([tag]);
        },
      ),
    );
  });
});

describe("which block counts", () => {
  it.each([
    { why: "the last of several", comment: simple("a") + simple("b"), issues: ["b"] },
    {
      why: "the last valid one before a broken one",
      comment: `${simple("a")} <!-- REJECTION: {"issues": -->`,
      issues: ["a"],
    },
    {
      why: "the one after a block that never ended",
      comment: `<!-- REJECTION: {"issues":["a" ${simple("b")}`,
      issues: ["b"],
    },
    {
      why: "the one before a block that never ended",
      comment: `${simple("a")} <!-- REJECTION: {"issues":["b"]`,
      issues: ["a"],
    },
    { why: "the original form, without a version", comment: simple("a", "b"), issues: ["a", "b"] },
    { why: "the original form with tags alone", comment: block({ issues: ["a"] }), issues: ["a"] },
    { why: "one spread over lines", comment: '<!--\nREJECTION:\n{"issues":\n["a"]}\n-->', issues: ["a"] },
    { why: "one with repeated and blank tags", comment: simple("a", "", "b", "a"), issues: ["a", "b"] },
    {
      why: "one with keys of a later writer",
      comment: block({ v: 1, issues: ["a"], source: "x", ts: TS, pr: 4 }),
      issues: ["a"],
    },
  ])("002.1: $why", ({ comment, issues }) => {
    expect(issuesOf(comment)).toEqual(issues);
  });

  it.each([
    { why: "empty", comment: "", code: "none" },
    { why: "a plain comment", comment: "Looks good to me --> merge", code: "none" },
    { why: "another comment", comment: '<!-- APPROVAL: {"issues":["a"]} -->', code: "none" },
    { why: "no JSON", comment: "<!-- REJECTION: nope -->", code: "malformed" },
    { why: "cut off", comment: '<!-- REJECTION: {"issues":["a"]}', code: "malformed" },
    { why: "an array", comment: block(["a"]), code: "malformed" },
    { why: "null", comment: block(null), code: "malformed" },
    { why: "no issues", comment: block({ source: "x", ts: TS }), code: "malformed" },
    { why: "issues that are a text", comment: block({ issues: "a" }), code: "malformed" },
    { why: "a tag that is a number", comment: block({ issues: ["a", 1] }), code: "malformed" },
    { why: "a source that is a number", comment: block({ issues: ["a"], source: 1 }), code: "malformed" },
    { why: "a time that is none", comment: block({ issues: ["a"], ts: "noon" }), code: "malformed" },
    {
      why: "unregistered tags that are a text",
      comment: block({ issues: ["a"], unregistered: "a" }),
      code: "malformed",
    },
    { why: "version 1 without a source", comment: block({ v: 1, issues: ["a"], ts: TS }), code: "malformed" },
    {
      why: "version 1 without a time",
      comment: block({ v: 1, issues: ["a"], source: "x" }),
      code: "malformed",
    },
    { why: "a later version", comment: block({ v: 2, issues: ["a"] }), code: "unsupported_version" },
    {
      why: "fields lent by __proto__",
      comment: '<!-- REJECTION: {"__proto__":{"issues":["a"]}} -->',
      code: "malformed",
    },
  ])("002.1: none when the comment is $why", ({ comment, code }) => {
    expect(issuesOf(comment)).toBe(code);
  });

  it("002.4: reads a block without a tag as the fallback, and says so", () => {
    const parsed = parseRejection(simple(), { fallbackTag: "ask" });
    expect(parsed).toMatchObject({
      ok: true,
      value: { issues: ["ask"], version: 0 },
      diagnostics: [{ code: "issues_empty" }],
    });
  });

  it("tells why the blocks after the one that counts were passed over", () => {
    const { diagnostics } = parseRejection(
      `${simple("a")}${block({ v: 9, issues: [] })}<!-- REJECTION: x --><!-- REJECTION: {`,
    );
    expect(diagnostics.map(({ block: at, code }) => [at, code])).toEqual([
      [3, "malformed"],
      [2, "malformed"],
      [1, "unsupported_version"],
    ]);
  });

  it("never invents a rejection, and never throws", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyTag,
          fc.json().map((json) => `<!-- REJECTION: ${json} -->`),
        ),
        (text) => {
          const parsed = parseRejection(text);
          const sound = parsed.ok
            ? parsed.value.issues.length > 0
            : parsed.error.message.includes("expected");
          expect(sound).toBe(true);
        },
      ),
    );
  });
});
