import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { areComparable, isAfterPosition, isLogPosition } from "./emend-event.ts";

describe("places in a log", () => {
  it.each<{ why: string; entry: string; place: string; after: boolean }>([
    { why: "numbers, and not texts, are compared", entry: "10", place: "9", after: true },
    { why: "the place itself is not after it", entry: "9", place: "9", after: false },
    { why: "the first number of a stream decides", entry: "11-0", place: "9-7", after: true },
    { why: "then the second", entry: "9-10", place: "9-9", after: true },
    { why: "what came before is before", entry: "9-6", place: "9-7", after: false },
    {
      why: "no number is too long",
      entry: "18446744073709551615-2",
      place: "18446744073709551614-9",
      after: true,
    },
    { why: "the place of another log says nothing", entry: "5-0", place: "900", after: true },
    { why: "nor does a time", entry: "5", place: "2026-03-10T12:00:00.000Z", after: true },
  ])("$why", ({ entry, place, after }) => {
    expect(isAfterPosition(entry, place)).toBe(after);
  });

  it("tells places from other texts, and of which log they are", () => {
    expect(["0", "0-0", "12", "12-3"].map(isLogPosition)).toEqual([true, true, true, true]);
    expect(["", "-", "1-", "-1", "1-2-3", "2026-03-10T12:00:00Z"].some(isLogPosition)).toBe(false);
    expect(areComparable("12-3", "4-0")).toBe(true);
    expect(areComparable("12", "4-0")).toBe(false);
  });

  it("orders all places of a stream", () => {
    const place = fc.tuple(fc.nat(9), fc.nat(9)).map(([time, step]) => `${time}-${step}`);
    fc.assert(
      fc.property(place, place, (one, other) => {
        expect(isAfterPosition(one, other) && isAfterPosition(other, one)).toBe(false);
        expect(isAfterPosition(one, other) || isAfterPosition(other, one)).toBe(one !== other);
      }),
    );
  });
});
