import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placeLabels } from "./place-labels.ts";

const wanted = fc.array(
  fc.record({ x: fc.integer({ min: 0, max: 400 }), width: fc.integer({ min: 8, max: 120 }) }),
  { maxLength: 40 },
);

describe("placeLabels", () => {
  it("never lets two labels of a lane overlap, nor one leave the plot", () => {
    fc.assert(
      fc.property(wanted, fc.integer({ min: 1, max: 5 }), (labels, lanes) => {
        const placed = placeLabels(labels, { width: 400, lanes }).flatMap((place, at) =>
          place === undefined ? [] : [{ ...place, right: place.left + labels[at]!.width }],
        );
        for (const one of placed) {
          expect(one.left).toBeGreaterThanOrEqual(0);
          expect(one.right).toBeLessThanOrEqual(400);
          for (const other of placed) {
            if (one === other || one.lane !== other.lane) continue;
            expect(one.right < other.left || other.right < one.left).toBe(true);
          }
        }
      }),
    );
  });

  it("takes the first free lane, and leaves out what fits into none", () => {
    const labels = [
      { x: 0, width: 50 },
      { x: 10, width: 50 },
      { x: 20, width: 50 },
      { x: 70, width: 50 },
    ];
    expect(placeLabels(labels, { width: 200, lanes: 2 })).toEqual([
      { left: 0, lane: 0 },
      { left: 10, lane: 1 },
      undefined,
      { left: 70, lane: 0 },
    ]);
  });
});
