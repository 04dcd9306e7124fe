import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { GroupCommit } from "./group-commit.ts";

/** A commit that takes a while, fails as told and remembers what it was given. */
function createLog(fails: (rows: readonly number[]) => boolean = () => false) {
  const commits: (readonly number[])[] = [];
  const group = new GroupCommit<number, string>({
    maxRows: 4,
    mayBeOneRow: (error) => (error as Error).message === "one row",
    commit: async (rows) => {
      commits.push(rows);
      await setImmediate();
      if (fails(rows)) throw new Error(rows.includes(-1) ? "the store is gone" : "one row");
      return rows.map((row) => `wrote ${row}`);
    },
  });
  return { commits, group };
}

describe("GroupCommit", () => {
  it("writes what arrives together in one commit and answers each its own", async () => {
    const { commits, group } = createLog();
    expect(await Promise.all([group.add([1]), group.add([2, 3])])).toEqual([
      ["wrote 1"],
      ["wrote 2", "wrote 3"],
    ]);
    expect(commits).toEqual([[1, 2, 3]]);
  });

  it("collects what arrives while a commit runs for the next one", async () => {
    const { commits, group } = createLog();
    const first = group.add([1]);
    while (commits.length === 0) await setImmediate();
    await Promise.all([first, group.add([2]), group.add([3])]);
    expect(commits).toEqual([[1], [2, 3]]);
  });

  it("bounds a commit, keeps the order and never splits a call", async () => {
    const { commits, group } = createLog();
    await Promise.all([
      group.add([1, 2, 3]),
      group.add([4, 5]),
      group.add([6, 7, 8, 9, 10]),
      group.add([11]),
    ]);
    expect(commits).toEqual([[1, 2, 3], [4, 5], [6, 7, 8, 9, 10], [11]]);
  });

  it("goes one by one where one row may be at fault, so that only its call fails", async () => {
    const { commits, group } = createLog((rows) => rows.includes(2));
    const ends = await Promise.allSettled([group.add([1]), group.add([2, 3]), group.add([4])]);
    expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(commits).toEqual([[1, 2, 3, 4], [1], [2], [3], [4]]);
    expect(await group.add([5])).toEqual(["wrote 5"]);
  });

  it("fails all at once where the store is at fault", async () => {
    const { commits, group } = createLog((rows) => rows.includes(-1));
    const ends = await Promise.allSettled([group.add([1]), group.add([-1])]);
    expect(ends.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(commits).toEqual([[1, -1]]);
  });
});
