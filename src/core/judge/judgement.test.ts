import { expect, it, describe } from "vitest";
import { fromJsonl } from "../feedback/from-jsonl.ts";
import { judgedText, cosine } from "./judgement.ts";

it("holds all that a judge goes by, and nothing that is not there", () => {
  const read = (record: object) => fromJsonl(record, { now: "2026-03-10T11:42:00Z" }).feedback[0]!;
  const vector = new Float32Array([1]);
  const full = { id: "1", comment: "Close it.", path: "src/a.ts", tags: ["leak"], category: "style" };
  expect(judgedText(read(full), vector)).toMatchObject({
    tags: ["leak"],
    category: "style",
    path: "src/a.ts",
  });
  expect(Object.keys(judgedText(read({ id: "2", comment: "Close it." }), vector))).toEqual([
    "text",
    "vector",
    "tags",
  ]);
});

describe("cosine", () => {
  it.each([1, 3, 4, 5, 384])("adds up every product of %i dimensions", (dimensions) => {
    const a = Float32Array.from({ length: dimensions }, (_, at) => Math.sin(at + 1));
    const b = Float32Array.from({ length: dimensions }, (_, at) => Math.cos(at));
    const plain = a.reduce((sum, value, at) => sum + value * b[at]!, 0);
    expect(cosine(a, b)).toBeCloseTo(plain, 4);
  });

  it("is 0 between vectors of different spaces", () => {
    expect(cosine(Float32Array.of(1, 0), Float32Array.of(1, 0, 0))).toBe(0);
  });
});
