import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Likeness, linkTexts } from "./link-texts.ts";

/** The plain way: the nearest pair of groups, again and again. */
function linkPlainly(count: number, likeness: Likeness, atLeast: number): readonly number[] {
  const groups = Array.from({ length: count }, (_, at) => [at]);
  const average = (a: readonly number[], b: readonly number[]): number => {
    let sum = 0;
    for (const x of a) for (const y of b) sum += likeness(Math.min(x, y), Math.max(x, y));
    return sum / (a.length * b.length);
  };
  for (;;) {
    let best: [number, number] | undefined;
    let most = atLeast;
    for (let a = 0; a < groups.length; a += 1) {
      for (let b = a + 1; b < groups.length; b += 1) {
        const like = average(groups[a]!, groups[b]!);
        if (like >= most && (best === undefined || like > most)) {
          most = like;
          best = [a, b];
        }
      }
    }
    if (best === undefined) break;
    groups[best[0]] = [...groups[best[0]]!, ...groups[best[1]]!];
    groups.splice(best[1], 1);
  }
  const labels = Array.from({ length: count }, () => 0);
  for (const group of groups) for (const item of group) labels[item] = Math.min(...group);
  return labels;
}

const partition = (labels: readonly number[]): string =>
  labels.map((label) => labels.indexOf(label)).join(",");

describe("linkTexts", () => {
  it("groups what is alike and leaves the rest alone", () => {
    const topics = ["a", "a", "b", "c", "b", "a"];
    const labels = [...linkTexts(6, (x, y) => (topics[x] === topics[y] ? 0.9 : 0.1), 0.6)];
    expect(partition(labels)).toBe(partition([0, 0, 2, 3, 2, 0]));
  });

  it("keeps apart what must stay apart, however alike it is to the rest", () => {
    // 0 and 1 are opposites; 2 is like both, and goes with one of them only.
    const labels = [...linkTexts(3, (x, y) => (x === 0 && y === 1 ? -2 : 0.9), 0.6)];
    expect(labels[0]).not.toBe(labels[1]);
  });

  it.each([0, 1])("takes %s items", (count) => {
    expect([...linkTexts(count, () => 1, 0.5)]).toEqual(count === 0 ? [] : [0]);
  });

  it("groups as the plain way does", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 66, maxLength: 66 }),
        fc.constantFrom(0.3, 0.5, 0.7),
        (count, numbers, atLeast) => {
          fc.pre(new Set(numbers).size === numbers.length);
          // Single precision, as the averages are kept; distinct, so that no two orders are right.
          const likeness: Likeness = (a, b) => Math.fround(numbers[(a * 12 + b) % 66]! / 1_000_000);
          const like: Likeness = (a, b) => likeness(Math.min(a, b), Math.max(a, b));
          expect(partition([...linkTexts(count, like, atLeast)])).toBe(
            partition(linkPlainly(count, like, atLeast)),
          );
        },
      ),
    );
  });
});
