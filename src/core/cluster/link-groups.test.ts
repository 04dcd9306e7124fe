import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLinking } from "./link-groups.ts";

/** Joins until nothing is so alike; the likeness of a joined group is that of its first item. */
function linkAll(
  count: number,
  likeness: (a: number, b: number) => number,
  atLeast: number,
): readonly number[] {
  const either = (a: number, b: number): number => likeness(Math.min(a, b), Math.max(a, b));
  const linking = createLinking(count, likeness);
  for (let pair = linking.nearestPair(atLeast); pair !== undefined; pair = linking.nearestPair(atLeast)) {
    const [into, from] = pair;
    linking.join(into, from, (other) => either(into, other));
  }
  return [...linking.owners()];
}

describe("createLinking", () => {
  it("joins what is alike, the surest first, and leaves the rest alone", () => {
    const topics = ["a", "a", "b", "c", "b", "a"];
    expect(linkAll(6, (x, y) => (topics[x] === topics[y] ? 0.9 : 0.1), 0.6)).toEqual([0, 0, 2, 3, 2, 0]);
  });

  it("names the nearest pair by the smaller number first, and the earliest of equals", () => {
    const linking = createLinking(4, (a, b) => (a === 1 && b === 3 ? 0.9 : a === 0 && b === 2 ? 0.9 : 0.2));
    expect(linking.nearestPair(0.5)).toEqual([0, 2]);
    expect(linking.nearestPair(0.95)).toBeUndefined();
  });

  it("keeps opposites apart, however alike they are to the rest", () => {
    // 0 and 1 are opposites; 2 is like both, and goes with one of them only.
    const owners = linkAll(3, (a, b) => (a === 0 && b === 1 ? -1 : 0.9), 0.6);
    expect(owners[0]).not.toBe(owners[1]);
  });

  it("does not let one doubtful opposite keep two large groups apart", () => {
    // Two groups of three that are alike, with one of nine pairs called an opposite.
    const likeness = (a: number, b: number): number =>
      a === 0 && b === 5 ? -1 : Math.floor(a / 3) === Math.floor(b / 3) ? 0.9 : 0.7;
    expect(new Set(linkAll(6, likeness, 0.6)).size).toBe(1);
  });

  it.each([0, 1])("takes %s items", (count) => {
    expect(linkAll(count, () => 1, 0.5)).toEqual(count === 0 ? [] : [0]);
  });

  it("finds the nearest pair at every step as looking at all pairs would", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 10 }),
        fc.infiniteStream(fc.integer({ min: 0, max: 1_000 })),
        (count, numbers) => {
          const table = new Map<string, number>();
          const keyOf = (a: number, b: number): string => `${Math.min(a, b)} ${Math.max(a, b)}`;
          const draw = (): number => (numbers.next().value as number) / 1_000;
          for (let a = 0; a < count; a += 1)
            for (let b = a + 1; b < count; b += 1) table.set(keyOf(a, b), draw());
          const scoreOf = (a: number, b: number): number => table.get(keyOf(a, b))!;
          const linking = createLinking(count, scoreOf);
          for (let pair = linking.nearestPair(0.3); pair !== undefined; pair = linking.nearestPair(0.3)) {
            const open = linking.open();
            const all = open.flatMap((a) => open.filter((b) => b > a).map((b) => scoreOf(a, b)));
            expect(scoreOf(...pair)).toBeCloseTo(Math.max(...all), 5);
            const [into, from] = pair;
            for (const other of open) if (other !== into) table.set(keyOf(into, other), draw());
            linking.join(into, from, (other) => scoreOf(into, other));
          }
          const left = linking.open();
          const scores = left.flatMap((a) => left.filter((b) => b > a).map((b) => scoreOf(a, b)));
          expect(Math.max(0, ...scores)).toBeLessThan(0.3);
        },
      ),
    );
  });
});
