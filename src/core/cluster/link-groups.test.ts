import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLinking, linkGroups, averageLink } from "./link-groups.ts";

const groupsOf = (
  count: number,
  likeness: (a: number, b: number) => number,
  atLeast: number,
): readonly (readonly number[])[] => linkGroups(count, likeness, atLeast);

describe("linkGroups", () => {
  it("joins what is alike, the surest first, and leaves the rest alone", () => {
    const topics = ["a", "a", "b", "c", "b", "a"];
    expect(groupsOf(6, (x, y) => (topics[x] === topics[y] ? 0.9 : 0.1), 0.6)).toEqual([
      [0, 1, 5],
      [2, 4],
    ]);
  });

  it("goes by the average over all pairs, not by the nearest member", () => {
    // 2 is like 1 and not like 0.
    const likeness = (a: number, b: number): number => (a === 0 && b === 2 ? 0.1 : a === 0 ? 0.95 : 0.9);
    expect(groupsOf(3, likeness, 0.6)).toEqual([[0, 1]]);
    expect(groupsOf(3, likeness, 0.45)).toEqual([[0, 1, 2]]);
  });

  it("names the nearest pair by the smaller number first, and the earliest of equals", () => {
    const linking = createLinking(4, (a, b) => (a === 1 && b === 3 ? 0.9 : a === 0 && b === 2 ? 0.9 : 0.2));
    expect(linking.nearestPair(0.5)).toEqual([0, 2]);
    expect(linking.nearestPair(0.95)).toBeUndefined();
  });

  it("keeps opposites apart, however alike they are to the rest", () => {
    // 0 and 1 are opposites; 2 is like both, and goes with one of them only.
    const groups = groupsOf(3, (a, b) => (a === 0 && b === 1 ? -1 : 0.9), 0.4);
    expect(groups).toEqual([[0, 2]]);
  });

  it("does not let one doubtful opposite keep two large groups apart", () => {
    // Two groups of three that are alike, with one of nine pairs called an opposite.
    const likeness = (a: number, b: number): number =>
      a === 0 && b === 5 ? -1 : Math.floor(a / 3) === Math.floor(b / 3) ? 0.9 : 0.7;
    expect(groupsOf(6, likeness, 0.6)).toHaveLength(1);
  });

  it("links each part that no near pair connects as if all were linked together", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 12 }),
        fc.array(fc.constantFrom(-1, 0, 0.2, 0.5, 0.55, 0.6, 0.7, 0.9), { minLength: 66, maxLength: 66 }),
        (count, numbers) => {
          const likeness = (a: number, b: number): number =>
            numbers[(Math.max(a, b) * (Math.max(a, b) - 1)) / 2 + Math.min(a, b)]!;
          const linking = createLinking(count, likeness);
          for (let pair = linking.nearestPair(0.5); pair !== undefined; pair = linking.nearestPair(0.5)) {
            linking.join(...pair);
          }
          const whole = Map.groupBy(linking.owners().keys(), (at) => linking.owners()[at]!);
          const expected = [...whole.values()].filter((group) => group.length > 1);
          expect(groupsOf(count, likeness, 0.5)).toEqual(expected);
        },
      ),
    );
  });

  it.each([0, 1])("takes %s items", (count) => expect(groupsOf(count, () => 1, 0.5)).toEqual([]));

  it("leaves no two groups that are so alike, and every group's parts were", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 10 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 45, maxLength: 45 }),
        (count, numbers) => {
          const likeness = (a: number, b: number): number =>
            numbers[(Math.max(a, b) * (Math.max(a, b) - 1)) / 2 + Math.min(a, b)]!;
          const joined = groupsOf(count, likeness, 0.5);
          const grouped = new Set(joined.flat());
          const alone = Array.from({ length: count }, (_, at) => at).filter((at) => !grouped.has(at));
          const groups = [...joined, ...alone.map((at) => [at])];
          for (const [at, one] of groups.entries()) {
            for (const other of groups.slice(at + 1)) {
              const scores = one.flatMap((a) => other.map((b) => likeness(a, b)));
              const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
              expect(mean).toBeLessThan(0.5 + 1e-6);
            }
          }
        },
      ),
    );
  });
});

/** Items on a line; the nearer, the more alike. */
const onLine = (places: readonly number[]) => (a: number, b: number) => 1 - Math.abs(places[a]! - places[b]!);

describe("averageLink", () => {
  it("joins what is alike on average, and leaves out what stands alone", () => {
    const groups = averageLink(6, onLine([0, 0.1, 5, 0.05, 9, 5.2]), [0.7]);
    expect(groups.map(({ members }) => members)).toEqual([
      [0, 1, 3],
      [2, 5],
    ]);
    expect(groups[1]!.cohesion).toBeCloseTo(0.8);
  });

  it("tells which closer groups a loose one is made of", () => {
    const [loose, ...others] = averageLink(4, onLine([0, 0.1, 0.5, 0.6]), [0.4, 0.8]);
    expect(others).toEqual([]);
    expect(loose!.members).toEqual([0, 1, 2, 3]);
    expect(loose!.parts.map(({ members }) => members)).toEqual([
      [0, 1],
      [2, 3],
    ]);
    const [whole] = averageLink(2, onLine([0, 0.1]), [0.4, 0.8]);
    expect(whole).toMatchObject({ members: [0, 1], parts: [] });
  });

  it("puts every item into one group at most, and each part into its group", () => {
    fc.assert(
      fc.property(fc.array(fc.float({ min: 0, max: 3, noNaN: true }), { maxLength: 12 }), (places) => {
        const groups = averageLink(places.length, onLine(places), [0.3, 0.6, 0.9]);
        const all = groups.flatMap(({ members }) => members);
        expect(new Set(all).size).toBe(all.length);
        for (const { members, parts } of groups) {
          for (const part of parts) expect(members).toEqual(expect.arrayContaining([...part.members]));
        }
      }),
    );
  });
});
