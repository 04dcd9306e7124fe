import { describe, expect, it } from "vitest";
import { suggestSplit } from "./suggest-split.ts";

/** One letter for each member: the same letter is alike; a capital wants the opposite of its small one. */
const likenessOf =
  (members: string, between = 0.3) =>
  (a: number, b: number): number => {
    const [one, other] = [members[a]!, members[b]!];
    if (one === other) return 0.9;
    return one.toLowerCase() === other.toLowerCase() ? -1 : between;
  };

describe("suggestSplit", () => {
  it.each([
    { why: "all say the same", members: "aaaaa", expected: [] },
    {
      why: "two subjects",
      members: "aababa",
      expected: [{ why: "different", stay: [0, 1, 3, 5], leave: [2, 4] }],
    },
    { why: "one that is something else", members: "aaab", expected: [] },
    {
      why: "two sides",
      members: "aaAaA",
      expected: [{ why: "opposites", stay: [0, 1, 3], leave: [2, 4], between: 0 }],
    },
    { why: "one against all", members: "aAa", expected: [{ why: "opposites", stay: [0, 2], leave: [1] }] },
    { why: "nothing", members: "", expected: [] },
  ])("16.x $why", ({ members, expected }) => {
    const found = suggestSplit(members.length, likenessOf(members));
    expect([found].filter((each) => each !== undefined)).toMatchObject(expected);
  });

  it("16.x does not ask about one doubtful opposite among many, nor about a close call", () => {
    const doubtful = (a: number, b: number): number => (a + b === 1 ? -1 : 0.9);
    expect(suggestSplit(8, doubtful)).toBeUndefined();
    expect(suggestSplit(4, likenessOf("aabb", 0.56))).toBeUndefined();
  });
});
