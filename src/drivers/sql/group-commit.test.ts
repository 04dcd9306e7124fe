import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { StoreError } from "../../ports/errors.ts";
import { GroupCommit } from "./group-commit.ts";

/** A commit that takes a while, fails as told and remembers what it was given. */
function createLog(fails: (rows: readonly number[]) => boolean = () => false) {
  const commits: (readonly number[])[] = [];
  const group = new GroupCommit<number, string>({
    maxRows: 4,
    commit: async (rows) => {
      commits.push(rows);
      await setImmediate();
      if (fails(rows)) {
        throw new StoreError(rows.includes(-1) ? "store_failed" : "record_refused", "as the test asks");
      }
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

  it("15.15 goes call by call if a row is refused, so that only its call fails, as a whole", async () => {
    const { commits, group } = createLog((rows) => rows.includes(2));
    const ends = await Promise.allSettled([group.add([1]), group.add([3, 2]), group.add([4])]);
    expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(commits).toEqual([[1, 3, 2, 4], [1], [3, 2], [4]]);
    expect(await group.add([5])).toEqual(["wrote 5"]);
  });

  it("writes a refused call no second time if it was alone", async () => {
    const { commits, group } = createLog((rows) => rows.includes(2));
    await expect(group.add([1, 2])).rejects.toMatchObject({ code: "record_refused" });
    expect(commits).toEqual([[1, 2]]);
  });

  it("15.15 writes nothing again after any other error, since it may have been committed", async () => {
    const { commits, group } = createLog((rows) => rows.includes(-1));
    const ends = await Promise.allSettled([group.add([1]), group.add([-1, 2])]);
    expect(ends.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(commits).toEqual([[1, -1, 2]]);
  });
});
