import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { averageLink } from "./average-link.ts";

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
