import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { runtimeEntries } from "../../../catalogue/runtime-entries.ts";
import { isHarmlessRule } from "../../core/catalogue/catalogue-entry.ts";
import { entrySchema } from "../../core/catalogue/entry-schema.ts";
import { findRepeatedTexts } from "../../core/catalogue/parse-entries.ts";
import { sanitiseRuleText } from "../../core/rule/sanitise-rule-text.ts";
import { loadBuiltInEntries } from "./load-built-in-entries.ts";

const text = readFileSync(new URL("../../../catalogue/catalogue.jsonl", import.meta.url), "utf8");
const lines = text.split("\n").filter((line) => line !== "");

describe("the shipped catalogue", () => {
  it("fits the schema, with nothing to trim", () => {
    const wrong = lines.flatMap((line) => {
      const raw = JSON.parse(line) as { readonly id: string };
      const parsed = entrySchema.safeParse(raw);
      if (!parsed.success) return [`${raw.id}: ${parsed.error.message}`];
      return JSON.stringify(sorted(parsed.data)) === JSON.stringify(sorted(raw))
        ? []
        : [`${raw.id}: untrimmed`];
    });
    expect(wrong).toEqual([]);
  });

  it("has every id, every rule, and every text of an entry once", () => {
    const entries = loadBuiltInEntries();
    expect(entries.length).toBe(lines.length);
    expect(repeated(entries.map(({ id }) => id))).toEqual([]);
    expect(repeated(entries.map(({ rule }) => rule.toLowerCase()))).toEqual([]);
    const within = entries.flatMap((entry) =>
      findRepeatedTexts(entry, 0).map(({ field, message }) => `${entry.id}: ${field} ${message}`),
    );
    expect(within).toEqual([]);
  });

  it("words no rule that could turn an agent against its people, or that a prompt would cut", () => {
    const entries = loadBuiltInEntries();
    expect(entries.filter(({ rule }) => !isHarmlessRule(rule)).map(({ id }) => id)).toEqual([]);
    expect(entries.filter(({ rule }) => sanitiseRuleText(rule) !== rule).map(({ id }) => id)).toEqual([]);
  });

  it("is shipped without what only training and measuring need", () => {
    const shipped = runtimeEntries(text)
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as { readonly id: string; readonly comments: readonly string[] });
    expect(shipped.map(({ id }) => id)).toEqual(loadBuiltInEntries().map(({ id }) => id));
    expect(Math.max(...shipped.map(({ comments }) => comments.length))).toBeLessThan(10);
    expect(runtimeEntries(text).length).toBeLessThan(text.length * 0.8);
    expect(shipped[0]).not.toHaveProperty("lookalike_rules");
  });
});

/** The same keys in one order, however an object was written. */
const sorted = (value: unknown): unknown =>
  typeof value !== "object" || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(
        Object.entries(value)
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, inner]) => [key, sorted(inner)]),
      );

const repeated = (texts: readonly string[]): readonly string[] =>
  texts.filter((each, at) => texts.indexOf(each) !== at);
