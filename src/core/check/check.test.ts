import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseCheck } from "./check.ts";
import { prepareCheck } from "./run-check.ts";
import { commonTokens, findTokens } from "./token-sequence.ts";

const structure = (rule: unknown): unknown => ({ kind: "structure", language: "go", rule });

describe("checks from outside", () => {
  it("takes what Emend writes", () => {
    const rule = {
      kind: "call_expression",
      has: { field: "function", any: [{ kind: "identifier" }], regex: "^(?:a|b\\.c|[\"'`]d[\"'`])$" },
      not: { has: { stopBy: "end", regex: "^assert.*f$" } },
    };
    expect(parseCheck(structure(rule))).toMatchObject({ rule });
    expect(parseCheck({ kind: "text", tokens: ["never", "promise"] })).toBeDefined();
  });

  it("refuses patterns that can take long, unknown parts and bottomless rules", () => {
    for (const regex of ["(a+)+$", "(?:a|a)*b", "a{9}", "(", "^.*.*.*x$", "[a-z]+", "x".repeat(3_000)])
      expect(parseCheck(structure({ regex }))).toBeUndefined();
    expect(parseCheck(structure({ kind: "a", utils: {} }))).toBeUndefined();
    let deep: unknown = { kind: "a" };
    for (let depth = 0; depth < 50_000; depth++) deep = { not: deep };
    expect(parseCheck(structure(deep))).toBeUndefined();
    expect(
      parseCheck(structure({ any: Array.from({ length: 5_000 }, () => ({ kind: "a" })) })),
    ).toBeUndefined();
  });

  it("never throws, whatever the value", () => {
    const runs = (value: unknown): boolean => {
      const check = parseCheck(value);
      return check === undefined || prepareCheck(check)("some code", undefined).length >= 0;
    };
    const property = fc.property(fc.anything(), fc.string(), (value, regex) =>
      [value, structure(value), structure({ regex: value }), structure({ regex })].every(runs),
    );
    expect(() => fc.assert(property)).not.toThrow();
  });
});

describe("token sequences", () => {
  it("are found however they are spaced, also where they overlap", () => {
    expect(findTokens(["a", "b", "a"], "a b\n a b  a")).toEqual([
      { line: 1, start: 0, end: 6 },
      { line: 2, start: 5, end: 11 },
    ]);
    expect(findTokens(["naïve", "Straße"], "die naïve Straße")).toHaveLength(1);
  });

  it("are the longest that all have before and none has after", () => {
    const examples = [
      { before: "x = new Date ( )", after: "x = now()" },
      { before: "return new Date().day", after: "return now().day" },
    ];
    expect(commonTokens(examples)).toEqual(["new", "Date", "(", ")"]);
    expect(commonTokens([])).toBeUndefined();
  });
});
