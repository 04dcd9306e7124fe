import { describe, expect, it } from "vitest";
import { chunk } from "./chunk.ts";

describe("chunk", () => {
  it.each([
    { count: 0, lengths: [], why: "nothing" },
    { count: 3, lengths: [3], why: "few" },
    { count: 4, lengths: [4], why: "a full part" },
    { count: 9, lengths: [4, 4, 1], why: "many" },
  ])("cuts $why, in order", ({ count, lengths }) => {
    const values = Array.from({ length: count }, (_, at) => at);
    const parts = chunk(values, 4);
    expect(parts.map((part) => part.length)).toEqual(lengths);
    expect(parts.flat()).toEqual(values);
  });
});
