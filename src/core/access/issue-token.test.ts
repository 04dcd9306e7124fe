import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../drivers/crypto/sha256.ts";
import { randomText } from "../../drivers/crypto/random-text.ts";
import { findSecrets } from "../rule-text/secrets.ts";
import { createToken } from "./issue-token.ts";
import { parseTokenText, tokenText } from "./token.ts";

const NOW = "2026-03-01T12:00:00.000Z";
const context = { now: NOW, by: "root", random: randomText, hash: sha256 } as const;

const issued = (input: unknown) => {
  const made = createToken(input, context);
  if (!made.ok) throw new Error(made.error.message);
  return made.value;
};

describe("issueToken", () => {
  it("makes a token that is known by its id and found by its hash", () => {
    const { token, text, hash } = issued({ name: " Ana ", role: "approver" });
    expect(token).toEqual({
      id: expect.stringMatching(/^tk_[0-9a-f]{16}$/) as string,
      name: "Ana",
      role: "approver",
      created_at: NOW,
      created_by: "root",
      expires_at: "2026-05-30T12:00:00.000Z",
    });
    expect(text).toMatch(/^emd_[\w-]{67}$/);
    expect(parseTokenText(text)).toEqual({ id: token.id, text });
    expect(hash).toBe(sha256(text));
    expect(JSON.stringify(token)).not.toContain(text.slice(20, 63));
    expect(findSecrets(`use ${text} here`)).not.toEqual([]);
  });

  it("never makes the same twice", () => {
    const texts = Array.from({ length: 200 }, () => issued({ name: "a", role: "reviewer" }).text);
    expect(new Set(texts).size).toBe(200);
    expect(new Set(texts.map((text) => parseTokenText(text)!.id)).size).toBe(200);
  });

  it.each([
    { hours: 1, until: "2026-03-01T13:00:00.000Z", why: "an hour" },
    { hours: 17_520, until: "2028-02-29T12:00:00.000Z", why: "two years" },
  ])("lasts as long as asked: $why", ({ hours, until }) => {
    const { token } = issued({ name: "rio", role: "agent", agent: "rio", expires_in_hours: hours });
    expect(token).toMatchObject({ agent: "rio", expires_at: until });
  });

  it.each([
    { why: "nothing", input: undefined, field: "token" },
    { why: "a list", input: [], field: "token" },
    { why: "no name", input: { role: "admin" }, field: "name" },
    { why: "a blank name", input: { name: " \t ", role: "admin" }, field: "name" },
    { why: "a long name", input: { name: "x".repeat(121), role: "admin" }, field: "name" },
    { why: "a very long name", input: { name: "x".repeat(1_000_000), role: "admin" }, field: "name" },
    { why: "a line break in a name", input: { name: "a\nb", role: "admin" }, field: "name" },
    { why: "a NUL in a name", input: { name: "a\0b", role: "admin" }, field: "name" },
    { why: "half a character in a name", input: { name: "a\uD800", role: "admin" }, field: "name" },
    { why: "what nobody sees in a name", input: { name: "an\u200Ba", role: "admin" }, field: "name" },
    { why: "a name turned round", input: { name: "\u202Eana", role: "admin" }, field: "name" },
    { why: "the name Emend acts under", input: { name: "Emend", role: "admin" }, field: "name" },
    { why: "the name of the erased", input: { name: "erased", role: "reviewer" }, field: "name" },
    { why: "a role that there is not", input: { name: "a", role: "root" }, field: "role" },
    { why: "an agent's token for nobody", input: { name: "a", role: "agent" }, field: "agent" },
    { why: "an agent for a reviewer", input: { name: "a", role: "reviewer", agent: "rio" }, field: "agent" },
    { why: "a NUL in an agent", input: { name: "a", role: "agent", agent: "r\0" }, field: "agent" },
    { why: "no time", input: { name: "a", role: "admin", expires_in_hours: 0 }, field: "expires_in_hours" },
    {
      why: "part of an hour",
      input: { name: "a", role: "admin", expires_in_hours: 1.5 },
      field: "expires_in_hours",
    },
    {
      why: "too long",
      input: { name: "a", role: "admin", expires_in_hours: 17_521 },
      field: "expires_in_hours",
    },
    {
      why: "for ever",
      input: { name: "a", role: "admin", expires_in_hours: Infinity },
      field: "expires_in_hours",
    },
    { why: "what nobody asked for", input: { name: "a", role: "admin", id: "tk_1" }, field: "token" },
  ])("refuses $why, and names the field", ({ input, field }) => {
    const made = createToken(input, context);
    expect(made).toMatchObject({ ok: false, error: { code: "invalid_token_request", fields: [{ field }] } });
    expect(JSON.stringify(made).length).toBeLessThan(1_000);
  });

  it("takes a name once, however its letters are composed", () => {
    expect(issued({ name: "Jose\u0301", role: "reviewer" }).token.name).toBe("Jos\u00E9");
  });
});

describe("parseTokenText", () => {
  const text = tokenText("tk_0123456789abcdef", "A".repeat(43));

  it("is written as it always was", () => {
    expect(text).toMatchInlineSnapshot(
      `"emd_0123456789abcdefAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAc7d2f3da"`,
    );
  });

  it("hears every typo of one character, every swap and every cut", () => {
    for (let at = 0; at < text.length; at += 1) {
      const other = text[at] === "b" ? "c" : "b";
      expect(parseTokenText(text.slice(0, at) + other + text.slice(at + 1))).toBeUndefined();
      expect(parseTokenText(text.slice(0, at))).toBeUndefined();
      const swapped = text.slice(0, at) + (text[at + 1] ?? "") + text[at] + text.slice(at + 2);
      expect(parseTokenText(swapped) === undefined).toBe(swapped !== text);
    }
    for (const around of [` ${text}`, `${text}\n`, `${text} `, text.toUpperCase(), `Bearer ${text}`]) {
      expect(parseTokenText(around)).toBeUndefined();
    }
  });

  it("answers nothing for any other text, and never throws", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (any) => parseTokenText(any) === undefined));
    fc.assert(fc.property(fc.string(), (any) => parseTokenText(`emd_${any}`) === undefined));
    expect(parseTokenText("emd_".repeat(1_000_000))).toBeUndefined();
  });
});
