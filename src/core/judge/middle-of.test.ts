import { describe, expect, it } from "vitest";
import { middleOf } from "./middle-of.ts";

const text = (words: string, ...vector: number[]) => ({ text: words, vector: Float32Array.from(vector) });

describe("middleOf", () => {
  it("is a single text as it is", () => {
    const one = text("a", 1, 0);
    expect(middleOf([one])).toBe(one);
  });

  it("has the mean direction, of length 1, and the words of the nearest", () => {
    const middle = middleOf([text("left", 1, 0), text("between", 0.8, 0.6), text("right", 0, 1)]);
    expect(middle).toMatchObject({ text: "between", middle_of: 3 });
    expect(Math.hypot(...middle.vector)).toBeCloseTo(1, 5);
    expect(middle.vector[0]).toBeCloseTo(0.747, 2);
  });

  it("bears vectors that cancel out", () => {
    expect(Array.from(middleOf([text("a", 1, 0), text("b", -1, 0)]).vector)).toEqual([0, 0]);
  });

  it("needs a text", () => {
    expect(() => middleOf([])).toThrow(RangeError);
  });
});
