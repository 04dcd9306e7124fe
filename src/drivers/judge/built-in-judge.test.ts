import { describe, expect, it } from "vitest";
import { createCentreScan } from "./built-in-judge.ts";

const vector = (dimensions: number, seed: number): Float32Array =>
  Float32Array.from({ length: dimensions }, (_, at) => Math.sin((at + 1) * seed));

describe("createCentreScan", () => {
  it.each([3, 16, 384])("gives the product with every centre of %i dimensions", (dimensions) => {
    const centres = Array.from({ length: 40 }, (_, at) => vector(dimensions, at + 2));
    const scan = createCentreScan(centres);
    for (const seed of [1, 7]) {
      const query = vector(dimensions, seed);
      const plain = centres.map((centre) => centre.reduce((sum, value, at) => sum + value * query[at]!, 0));
      for (const [at, like] of scan(query)!.entries()) expect(like).toBeCloseTo(plain[at]!, 3);
    }
  });

  it("answers nothing for another space, or without centres", () => {
    expect(createCentreScan([vector(4, 1)])(vector(8, 1))).toBeUndefined();
    expect(createCentreScan([])(vector(8, 1))).toBeUndefined();
  });
});
