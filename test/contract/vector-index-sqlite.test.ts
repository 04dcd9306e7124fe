import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createSqlVectorIndex } from "../../src/drivers/sql/vector/sql-vector-index.ts";
import { openSqlDatabase } from "../open-sql-database.ts";
import { describeErasedVectors } from "./erased-vectors.ts";
import { DIMENSIONS, makeEntries, makeNear, makeVector } from "./make-vectors.ts";
import { describeVectorIndex } from "./vector-index.ts";

const folder = mkdtempSync(join(tmpdir(), "emend-vectors-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describeVectorIndex("SQLite", async ({ name, dimensions }) => {
  const database = await openSqlDatabase(join(folder, `${name}.db`));
  return { index: createSqlVectorIndex(database, { model: "test", dimensions }), close: database.close };
});

describeErasedVectors("SQLite", {
  openDatabase: (name) => openSqlDatabase(join(folder, `${name}.db`)),
  openVectors: async (database, space) => createSqlVectorIndex(database, space),
});

describe("vectors in the store's own tables", () => {
  const open = async (name: string) => {
    const database = await openSqlDatabase(join(folder, `${name}.db`));
    return { database, index: createSqlVectorIndex(database, { model: "test", dimensions: DIMENSIONS }) };
  };

  it("leaves the vectors of other models alone", async () => {
    const { database, index } = await open("models");
    const other = createSqlVectorIndex(database, { model: "other", dimensions: 3 });
    await index.put([{ id: "a", vector: makeVector(1) }]);
    await other.put([{ id: "a", vector: makeVector(2, 3) }]);
    expect([await index.count(), await other.count()]).toEqual([1, 1]);
    expect(await other.nearest({ vector: makeVector(2, 3), limit: 5 })).toHaveLength(1);
    expect(await other.remove(["a"])).toBe(1);
    expect(await index.nearest({ vector: makeVector(1), limit: 5 })).toHaveLength(1);
    await database.close();
  });

  it("says when a model has vectors of other dimensions", async () => {
    const { database, index } = await open("dimensions");
    await index.put([{ id: "a", vector: makeVector(1) }]);
    const other = createSqlVectorIndex(database, { model: "test", dimensions: 3 });
    const problem = {
      code: "store_corrupt",
      message: expect.stringContaining(`a vector of ${DIMENSIONS} dimensions`),
    };
    await expect(other.nearest({ vector: makeVector(1, 3), limit: 1 })).rejects.toMatchObject(problem);
    await expect(other.get(["a"])).rejects.toMatchObject(problem);
    await database.close();
  });

  it("finds nearly all near vectors quickly once it is warm, and those put later", async () => {
    const { database, index } = await open("warm");
    const entries = makeEntries(0, 5_000);
    await index.put(entries);
    await index.warm();
    let [hits, wanted] = [0, 0];
    for (let n = 0; n < 5_000; n += 97) {
      const query = { vector: makeNear(entries[n]!.vector, n, 0.3), limit: 10 };
      const quick = new Set((await index.nearest({ ...query, effort: "quick" })).map(({ id }) => id));
      const exact = await index.nearest({ ...query, atLeast: 0.5 });
      wanted += exact.length;
      hits += exact.filter(({ id }) => quick.has(id)).length;
    }
    expect(hits / wanted).toBeGreaterThan(0.95);
    const vector = makeVector(9_999_999);
    await index.put([{ id: "late", vector }]);
    expect(await index.nearest({ vector, limit: 1, effort: "quick" })).toMatchObject([{ id: "late" }]);
    await index.remove(["late"]);
    expect(await index.nearest({ vector, limit: 1, effort: "quick", atLeast: 0.99 })).toEqual([]);
    await database.close();
  });

  it("reads everything again after an absence longer than removals are kept", async () => {
    const { database, index } = await open("forgotten");
    await index.put(makeEntries(0, 20));
    const query = { vector: makeVector(1), limit: 100 };
    expect(await index.nearest(query)).toHaveLength(20);
    await index.remove(makeEntries(0, 5).map(({ id }) => id));
    await database.transact(async (transaction) => {
      const { seq } = await transaction.selectFrom("vector_head").select("seq").executeTakeFirstOrThrow();
      await transaction.deleteFrom("vector_removed").execute();
      await transaction.updateTable("vector_head").set({ forgotten: seq }).execute();
    });
    expect(await index.nearest(query)).toHaveLength(15);
    await database.close();
  });

  it("tells of a bounded number of removals", async () => {
    const { database, index } = await open("bounded");
    await index.put([{ id: "early", vector: makeVector(1) }]);
    await index.remove(["early"]);
    await database.db
      .updateTable("vector_head")
      .set({ seq: 2 * 65_536 - 1 })
      .execute();
    await index.put([{ id: "late", vector: makeVector(2) }]);
    expect(await database.db.selectFrom("vector_removed").selectAll().execute()).toEqual([]);
    expect(await database.db.selectFrom("vector_head").selectAll().execute()).toEqual([
      { model: "test", seq: 131_072, forgotten: 65_536 },
    ]);
    expect(await index.nearest({ vector: makeVector(2), limit: 5 })).toMatchObject([{ id: "late" }]);
    await database.close();
  });

  it("is refused once the store is closed", async () => {
    const { database, index } = await open("closed");
    await database.close();
    await expect(index.count()).rejects.toMatchObject({ code: "store_closed" });
    await expect(index.put([{ id: "a", vector: makeVector(1) }])).rejects.toMatchObject({
      code: "store_closed",
    });
  });
});
