import { describe, expect, it } from "vitest";
import { readWanted } from "./relation-signs.ts";

describe("readWanted", () => {
  it("reads a statement of how things are as a wish", () => {
    const { reading } = readWanted("Invoice numbers are unique per tenant.");
    expect(reading.wishes.map(({ act }) => act)).toEqual(["do"]);
  });

  it("finds numbers without their separators", () => {
    const { numbers } = readWanted("At most 1,500 rows, 50 per page, within 2.5 seconds.");
    expect([...numbers]).toEqual(["1500", "50", "2.5"]);
  });

  it("reads nothing into an empty rule", () => {
    const { reading, numbers } = readWanted("");
    expect([reading.wishes, [...numbers]]).toEqual([[], []]);
  });
});
