import { describe, expect, it } from "vitest";
import { cosine } from "./cosine.ts";

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
