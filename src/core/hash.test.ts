import { describe, expect, it } from "vitest";
import { hash32, hash64 } from "./hash.ts";

describe("hashes that are stored", () => {
  it.each([
    ["", 0, "ebb6c228cb72770f"],
    ["a", 1867108634, "aaa951793f5b45f2"],
    ["emend", 351993493, "7396d6fe8e95fa06"],
    ["naïve ✓ 漢字", 495475855, "a09be21949fb2759"],
    ["x".repeat(1000), 3954602942, "39881f4703a1efe6"],
  ])("never change: %j", (text, short, long) => {
    expect([hash32(text), hash64(text)]).toEqual([short, long]);
  });

  it("spread texts that are nearly alike", () => {
    const hashes = new Set(Array.from({ length: 100_000 }, (_, n) => hash64(`finding ${n}`)));
    expect(hashes.size).toBe(100_000);
    const even = Array.from({ length: 10_000 }, (_, n) => hash32(`key-${n}`) % 100).filter(
      (slot) => slot < 10,
    ).length;
    expect(even).toBeGreaterThan(900);
    expect(even).toBeLessThan(1_100);
  });
});
