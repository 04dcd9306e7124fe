import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { hash64 } from "../../core/hash.ts";
import { MODEL_DIMENSIONS, MODEL_NAME } from "../embedding/model-name.ts";
import { loadCatalogueMap } from "./load-catalogue-map.ts";

const read = (name: string): string =>
  readFileSync(new URL(`../../../catalogue/${name}`, import.meta.url), "utf8");

describe("the catalogue's map", () => {
  it("was made from the present catalogue for the present model; else run `node catalogue/build-map.ts`", () => {
    const { catalogue, model, dimensions } = JSON.parse(read("map.json")) as Record<string, unknown>;
    expect({ catalogue, model, dimensions }).toEqual({
      catalogue: hash64(read("catalogue.jsonl")),
      model: MODEL_NAME,
      dimensions: MODEL_DIMENSIONS,
    });
  });

  it("has a direction for every entry", () => {
    const map = loadCatalogueMap(MODEL_NAME)!;
    const ids = read("catalogue.jsonl")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => (JSON.parse(line) as { id: string }).id);
    expect(map.ids).toEqual(ids);
    for (const centre of map.centres) expect(Math.hypot(...centre)).toBeCloseTo(1, 4);
  });

  it("is nothing for another model", () => {
    expect(loadCatalogueMap("another-model")).toBeUndefined();
  });
});
