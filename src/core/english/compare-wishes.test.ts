import { describe, expect, it } from "vitest";
import { compareWishes, findOpposition } from "./compare-wishes.ts";
import { readWishes } from "./read-wishes.ts";

const relation = (a: string, b: string): string =>
  compareWishes(readWishes(a).wishes[0]!, readWishes(b).wishes[0]!);

describe("16.1 comparing wishes", () => {
  it.for([
    ["use yarn, not npm", "yarn instead of npm", "same"],
    ["add a caption to the figure", "no caption under this figure", "same"],
    ["write in the first person", "avoid the first person", "opposite"],
    ["use yarn, not npm", "use npm, not yarn", "opposite"],
    ["cache the rates", "I'd drop the memoization", "opposite"],
    ["inline the helper", "extract it into a helper", "opposite"],
    ["never merge without a review", "merges need a review", "same"],
    ["source maps only in dev builds", "no source maps in production", "compatible"],
    ["greet customers by name", "pin the base image", "unrelated"],
    ["use the guest's name", "address them by name, not 'Dear guest'", "unrelated"],
    ["never edit an old migration", "write a new migration", "unrelated"],
  ])("%s / %s: %s", ([a, b, expected]) => {
    expect(relation(a!, b!)).toBe(expected);
    expect(relation(b!, a!)).toBe(expected);
  });

  it("names both sides of two remarks that want opposite things", () => {
    expect(findOpposition(readWishes("tabs, not spaces"), readWishes("please use spaces"))).toEqual({
      reason: "one wants “tabs”, not “spaces”, the other “use spaces”",
    });
    expect(findOpposition(readWishes("missing null check"), readWishes("add a null check"))).toBeUndefined();
  });
});
