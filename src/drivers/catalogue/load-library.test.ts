import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isHarmlessRule, type LibraryLine } from "../../core/catalogue/catalogue-entry.ts";
import { hash64 } from "../../core/hash.ts";
import { MODEL_DIMENSIONS, MODEL_NAME } from "../embedding/model-name.ts";
import { loadLibrary } from "./load-library.ts";

const read = (name: string): string =>
  readFileSync(new URL(`../../../catalogue/${name}`, import.meta.url), "utf8");
const lines = read("library.jsonl")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as LibraryLine);

describe("the library's map", () => {
  it("was made from the present library for the present model; else run `node catalogue/build-map.ts`", () => {
    const { library, model, dimensions } = JSON.parse(read("library-map.json")) as Record<string, unknown>;
    expect({ library, model, dimensions }).toEqual({
      library: hash64(read("library.jsonl")),
      model: MODEL_NAME,
      dimensions: MODEL_DIMENSIONS,
    });
  });

  it("has a direction for every rule", () => {
    const rules = loadLibrary(MODEL_NAME);
    expect(rules.map(({ rule }) => rule)).toEqual(lines.map(({ rule }) => rule));
    for (const { centre } of rules) expect(Math.hypot(...centre)).toBeCloseTo(1, 4);
  });

  it("is empty for another model", () => {
    expect(loadLibrary("another-model")).toEqual([]);
  });
});

describe("the library", () => {
  it("has every rule once, short and fit for a prompt", () => {
    const rules = lines.map(({ rule }) => rule);
    expect(new Set(rules.map((rule) => rule.toLowerCase())).size).toBe(rules.length);
    expect(rules.filter((rule) => rule.length > 220 || !isHarmlessRule(rule))).toEqual([]);
  });
});
