import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { choosePostgresVectors } from "../../src/drivers/sql/vector/choose-postgres-vectors.ts";
import { pgvectorTable } from "../../src/drivers/sql/vector/pgvector-index.ts";
import { createSqlVectorIndex } from "../../src/drivers/sql/vector/sql-vector-index.ts";
import { openSqlDatabase } from "../open-sql-database.ts";
import { openPgliteDatabase, startPglite } from "../pglite-database.ts";
import { type PostgresServer, startPostgres } from "../postgres-server.ts";
import { describeErasedVectors } from "./erased-vectors.ts";
import { DIMENSIONS, makeEntries, makeNear, makeVector } from "./make-vectors.ts";
import { describeVectorIndex } from "./vector-index.ts";

const folder = mkdtempSync(join(tmpdir(), "emend-pgvector-"));
let postgres: PostgresServer;
let pglite: PGlite;
beforeAll(async () => {
  [postgres, pglite] = await Promise.all([startPostgres(), startPglite(folder)]);
}, 60_000);
afterAll(async () => {
  await Promise.all([postgres?.stop(), pglite?.close()]);
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

describeVectorIndex("PostgreSQL without an extension", async ({ name, dimensions }) => {
  const database = await openSqlDatabase(await postgres.urlOf("vectors"));
  return { index: createSqlVectorIndex(database, { model: name, dimensions }), close: database.close };
});

describeVectorIndex("PostgreSQL with pgvector", async ({ name, dimensions }) => {
  const database = await openPgliteDatabase(pglite);
  const chosen = await choosePostgresVectors(database, { model: name, dimensions });
  if (chosen.kept !== "pgvector") throw new Error(chosen.reason);
  return { index: chosen.index, close: database.close };
});

describeErasedVectors("PostgreSQL without an extension", {
  openDatabase: async (name) => openSqlDatabase(await postgres.urlOf(name)),
  openVectors: async (database, space) => createSqlVectorIndex(database, space),
});

describeErasedVectors("PostgreSQL with pgvector", {
  // One server with one database: what an earlier test recorded goes first.
  openDatabase: async () => {
    const database = await openPgliteDatabase(pglite);
    await pglite.exec("delete from feedback; delete from feedback_tag");
    return database;
  },
  openVectors: async (database, space) => (await choosePostgresVectors(database, space)).index,
});

describe("vectors in PostgreSQL", () => {
  it("are kept in the store's own tables without pgvector, and says why", async () => {
    const database = await openSqlDatabase(await postgres.urlOf("plain"));
    const chosen = await choosePostgresVectors(database, { model: "m", dimensions: DIMENSIONS });
    expect(chosen).toMatchObject({
      kept: "store",
      reason: expect.stringMatching(/"?vector"? is not available.*create extension vector/),
    });
    await chosen.index.put([{ id: "a", vector: makeVector(1) }]);
    expect(await chosen.index.count()).toBe(1);
    await database.close();
  });

  it("walk the graph of pgvector for a quick search, and every row for an exact one", async () => {
    const database = await openPgliteDatabase(pglite);
    const space = { model: "graph", dimensions: DIMENSIONS };
    const { index } = await choosePostgresVectors(database, space);
    const entries = makeEntries(0, 1_000);
    await index.put(entries);
    await pglite.exec("analyze; set enable_seqscan = off");
    let [hits, near] = [0, 0];
    for (let n = 0; n < 30; n += 1) {
      const vector = makeNear(entries[n * 31]!.vector, n, 0.3);
      const exact = await index.nearest({ vector, limit: 10, atLeast: 0.5 });
      const quick = new Set(
        (await index.nearest({ vector, limit: 10, effort: "quick" })).map(({ id }) => id),
      );
      near += exact.length;
      hits += exact.filter(({ id }) => quick.has(id)).length;
    }
    const wanted = `[${makeVector(1).join(",")}]`;
    const table = pgvectorTable(space);
    const plan = await pglite.query(
      `explain select id from ${table} order by vector <=> '${wanted}'::vector limit 10`,
    );
    expect(JSON.stringify(plan.rows)).toContain(`Index Scan using ${table}_graph`);
    await pglite.exec("reset enable_seqscan");
    expect(hits / near).toBeGreaterThan(0.95);
    await database.close();
  });

  it("are still there when PostgreSQL with pgvector starts again", async () => {
    const space = { model: "kept", dimensions: DIMENSIONS };
    for (const count of [1, 2]) {
      const database = await openPgliteDatabase(pglite);
      const { index } = await choosePostgresVectors(database, space);
      await index.put([{ id: `record-${count}`, vector: makeVector(count) }]);
      expect(await index.count()).toBe(count);
      await database.close();
      if (count === 2) break;
      await pglite.close();
      pglite = await startPglite(folder);
    }
  });
});
