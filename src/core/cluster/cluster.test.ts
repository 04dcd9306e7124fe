import { describe, expect, it } from "vitest";
import { type GroupedMember, keepClusterIds } from "./cluster.ts";

/** `x3` was said at time 3 and is in cluster x; `-4` is in none. */
const group = (...members: readonly string[]): readonly GroupedMember[] =>
  members.map((member) => ({
    feedback_id: member,
    time: `2026-03-01T00:00:${member.slice(1).padStart(2, "0")}.000Z`,
    ...(member.startsWith("-") ? {} : { cluster_id: member[0]! }),
  }));

describe("keepClusterIds", () => {
  it.each([
    { why: "nothing was grouped before", groups: [group("-1", "-2")], ids: [undefined] },
    { why: "a group grows", groups: [group("x1", "x2", "-3")], ids: ["x"] },
    { why: "two become one", groups: [group("x1", "y2", "y3")], ids: ["y"] },
    { why: "two of one size become one: the oldest", groups: [group("y2", "x1")], ids: ["x"] },
    {
      why: "one falls apart: the larger part",
      groups: [group("x1", "x2"), group("x3", "x4", "x5")],
      ids: [undefined, "x"],
    },
    {
      why: "one falls apart, and a part keeps another id",
      groups: [group("x1", "x2", "x3"), group("x4", "x5", "y6")],
      ids: ["x", "y"],
    },
  ])("$why", ({ groups, ids }) => expect(keepClusterIds(groups)).toEqual(ids));
});
