import { describe, expect, it } from "vitest";
import type { Judge } from "../../ports/evaluator.ts";
import { judgeRemarks } from "./group-remarks.ts";

/** Each text is a subject, and a vector that points to it. */
const vectorOf = (subject: number, at: number): Float32Array => {
  const vector = new Float32Array(64);
  vector[subject % 64] = 1;
  vector[(subject + 1 + (at % 3)) % 64] = 0.2;
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
};

let judged = 0;
const judge: Judge = {
  judge: async (text, others) => {
    judged += others.length;
    return others.map((other) => ({
      relation: other.text === text.text ? "same" : "other",
      score: other.text === text.text ? 0.9 : 0.1,
      reasons: [],
    }));
  },
};

describe("grouping remarks", () => {
  it("19 finds who says the same, and judges few of all pairs", async () => {
    judged = 0;
    const count = 3_000;
    const remarks = Array.from({ length: count }, (_, at) => ({
      text: `subject ${at % 60}`,
      vector: vectorOf(at % 60, at),
    }));
    const groups = await judgeRemarks(judge, remarks, () => undefined);
    const found = groups.group([...remarks.keys()]);
    expect(found).toHaveLength(60);
    expect(found.every((members) => members.length === 50)).toBe(true);
    expect(judged).toBeLessThan((count * count) / 20);
    expect(groups.group([0, 60, 1])).toEqual([[0, 60]]);
    expect(groups.belong([120], [0, 60])).toBe(true);
    expect(groups.belong([121], [0, 60])).toBe(false);
  });

  it("19 splits a set that is too large to compare all pairs", async () => {
    const remarks = Array.from({ length: 1_200 }, (_, at) => ({ text: "the same", vector: vectorOf(0, at) }));
    const groups = await judgeRemarks(judge, remarks, () => undefined);
    const [largest = []] = groups.group([...remarks.keys()]);
    expect(largest.length).toBeGreaterThan(10);
    expect(largest.length).toBeLessThanOrEqual(800);
  });
});
