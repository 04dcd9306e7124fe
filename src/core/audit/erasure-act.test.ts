import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addSeq, formatRanges, parseRanges, type SeqRanges, subtractRanges } from "./erasure-act.ts";

const rangesOf = (numbers: Iterable<number>): SeqRanges => {
  const ranges: [number, number][] = [];
  for (const seq of [...new Set(numbers)].toSorted((a, b) => a - b)) addSeq(ranges, seq);
  return ranges;
};

const numbersOf = (ranges: SeqRanges): readonly number[] =>
  ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at));

const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 40 }));

describe("ranges of entries", () => {
  it("are written as people would, and read again", () => {
    expect(formatRanges(rangesOf([2, 3, 7, 9, 10, 11]))).toBe("2-3,7,9-11");
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (some) => {
        expect(parseRanges(formatRanges(rangesOf(some)))).toEqual(rangesOf(some));
      }),
    );
  });

  it("are subtracted as sets are", () => {
    fc.assert(
      fc.property(numbers, numbers, (some, taken) => {
        const left = numbersOf(subtractRanges(rangesOf(some), rangesOf(taken)));
        expect(left).toEqual(some.filter((seq) => !taken.includes(seq)).toSorted((a, b) => a - b));
      }),
    );
  });

  it.each([
    ["", "nothing"],
    ["none", "a word"],
    ["0", "a number that no entry has"],
    ["3-2", "a range that runs back"],
    ["3,2", "numbers that fall"],
    ["2-4,4", "a number twice"],
    ["1,", "an end that is missing"],
    ["-1", "a number below the first"],
    ["1 - 2", "blanks"],
    ["9".repeat(16), "a number that cannot be held"],
  ])("are not read from %j: %s", (text) => {
    expect(parseRanges(text)).toBeUndefined();
  });
});
