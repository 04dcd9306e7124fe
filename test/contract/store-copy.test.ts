import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPostgresStore } from "../../src/drivers/sql/postgres/open-postgres-store.ts";
import { openSqliteStore } from "../../src/drivers/sql/sqlite/open-sqlite-store.ts";
import { copySqlStore } from "../../src/drivers/sql/upkeep/copy-sql-store.ts";
import { createSqlStoreUpkeep } from "../../src/drivers/sql/upkeep/sql-store-upkeep.ts";
import { choosePostgresVectors } from "../../src/drivers/sql/vector/choose-postgres-vectors.ts";
import { pgvectorTable } from "../../src/drivers/sql/vector/pgvector-index.ts";
import { createSqlVectorIndex } from "../../src/drivers/sql/vector/sql-vector-index.ts";
import type { Store } from "../../src/ports/store.ts";
import { openHttp } from "../http-session.ts";
import { openSqlDatabase } from "../open-sql-database.ts";
import { openPgliteDatabase, startPglite } from "../pglite-database.ts";
import { type PostgresServer, startPostgres } from "../postgres-server.ts";
import { dumpStore, type FilledStore, fillStore, RECORDS, SPACE, VECTORS } from "./fill-store.ts";
import { makeFeedback } from "./make-feedback.ts";
import { DIMENSIONS, idOf, makeEntries } from "./make-vectors.ts";

const COPIER = fileURLToPath(new URL("../fault/store-copier.ts", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "emend-store-copy-"));
const place = (name: string): string => join(folder, name);
const source = place("source.db");
const upkeep = createSqlStoreUpkeep();
const copy = (from: string, to: string) => upkeep.copy({ from, to, models: [] });
const openStore = (at: string): Promise<Store> =>
  at.startsWith("postgres") ? openPostgresStore({ url: at }) : openSqliteStore({ file: at });

let server: PostgresServer;
let filled: FilledStore;
beforeAll(async () => {
  [server, filled] = await Promise.all([startPostgres(), fillStore(source)]);
}, 60_000);
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** Changes the database under a store behind its back. */
async function alter(at: string, ...statements: readonly string[]): Promise<void> {
  const database = await openSqlDatabase(at);
  for (const statement of statements) await sql.raw(statement).execute(database.db);
  await database.close();
}

describe("a copied store", () => {
  it("has every row of every table, from SQLite to PostgreSQL, to PostgreSQL and back", async () => {
    const targets = [await server.emptyUrlOf("first"), await server.urlOf("second"), place("home.db")];
    const before = await dumpStore(source);
    // Of a table that is empty here the rest would show nothing.
    expect([...before].filter(([, rows]) => rows.length === 0)).toEqual([]);
    let from = source;
    for (const to of targets) {
      const { tables, leftOut, audit } = await copy(from, to);
      expect(`${audit.head.seq}:${audit.head.hash}`).toBe(filled.head);
      expect(leftOut).toEqual([]);
      expect(tables).toContainEqual({ table: "feedback", rows: RECORDS });
      const after = await dumpStore(to);
      expect([...after.keys()]).toEqual([...before.keys()]);
      for (const [table, rows] of before) expect([table, after.get(table)]).toEqual([table, rows]);
      from = to;
    }
  }, 120_000);

  it("17.6 is surveyed in both databases: agents by their last activity, and what is waiting", async () => {
    for (const at of [place("surveyed.db"), await server.urlOf("surveyed")]) {
      const store = await openStore(at);
      const agents = ["kim", "rio", "kim", "abe"];
      await store.feedback.record(agents.map((agent, n) => makeFeedback(n, { agent, outcome: null })));
      await store.close();
      const { work, schema, present } = await upkeep.survey(at);
      expect(schema).toBe(present);
      expect(work).toMatchObject({
        records: 4,
        not_evaluated: 4,
        proposals: 0,
        dead_letters: 0,
        worker: false,
      });
      expect(work?.agents.map(({ agent }) => agent)).toEqual(["abe", "kim", "rio"]);
    }
  });

  it.each([
    { kind: "SQLite", to: async () => place("served.db") },
    { kind: "PostgreSQL", to: () => server.emptyUrlOf("served") },
  ])("is served by $kind as the source would be: tokens, audit log, vectors, new numbers", async ({ to }) => {
    const at = await to();
    await copy(source, at);
    const store = await openStore(at);
    const http = await openHttp({ store });
    const answer = await http.app.request("/api/v1/feedback?limit=1", {
      headers: { authorization: `Bearer ${filled.token}` },
    });
    expect(answer.status).toBe(200);
    const record = makeFeedback(RECORDS + 1);
    expect(await store.feedback.record([makeFeedback(1), record])).toMatchObject([
      { state: "known" },
      { state: "new" },
    ]);
    await store.audit.append({ actor: "root", action: "rule.approved", subject: "r", detail: {} });
    const [seq = "", hash = ""] = filled.head.split(":");
    expect(await store.audit.verify({ seq: Number(seq), hash })).toMatchObject({ ok: true });
    expect(await (await store.openVectors(SPACE)).count()).toBe(VECTORS);
    await http.close();
    const { db, close } = await openSqlDatabase(at);
    const added = await db
      .selectFrom("feedback")
      .select("seq")
      .where("id", "=", record.id)
      .executeTakeFirst();
    // Behind the last number that the source gave out, not behind the last row that it still has.
    const told = await db
      .selectFrom("outbox")
      .select((eb) => eb.fn.max("id").as("id"))
      .executeTakeFirst();
    await close();
    expect(added?.seq).toBeGreaterThan(RECORDS);
    expect(told?.id).toBeGreaterThan(RECORDS);
  });
});

describe("a store is not copied", () => {
  it.each([
    { why: "into a file that has one record", to: async () => place("taken.db") },
    { why: "into a database that has one record", to: () => server.urlOf("taken") },
  ])("$why", async ({ to }) => {
    const at = await to();
    const store = await openStore(at);
    await store.feedback.record([makeFeedback(5)]);
    await store.close();
    const before = await dumpStore(at);
    await expect(copy(source, at)).rejects.toMatchObject({
      code: "store_not_empty",
      message: expect.stringContaining("choose a new file, or create a new database"),
    });
    expect(await dumpStore(at)).toEqual(before);
  });

  it.each([
    { why: "into a file of a newer Emend", to: async () => place("newer.db") },
    { why: "into a database of a newer Emend", to: () => server.urlOf("newer") },
  ])("$why", async ({ to }) => {
    const at = await to();
    await (await openStore(at)).close();
    await alter(at, "update store_state set value = 999 where name = 'schema_version'");
    await expect(copy(source, at)).rejects.toMatchObject({ code: "store_too_new" });
  });

  it("where its audit log does not hold", async () => {
    const broken = place("broken.db");
    await copy(source, broken);
    await alter(broken, "drop trigger audit_update", "update audit set subject = 'another' where seq = 1");
    await expect(copy(broken, place("of-broken.db"))).rejects.toMatchObject({
      code: "audit_broken",
      message: expect.stringContaining("entry 1"),
    });
  });

  it("in parts: what breaks off in the middle leaves the target empty, and the next copy is whole", async () => {
    for (const to of [place("halfway.db"), await server.emptyUrlOf("halfway")]) {
      const breakOff = (rows: number, total: number): void => {
        if (rows > total / 2) throw new RangeError("broken off");
      };
      await expect(upkeep.copy({ from: source, to, models: [], onProgress: breakOff })).rejects.toThrow(
        "broken off",
      );
      const left = await dumpStore(to);
      const filledTables = [...left].filter(([, rows]) => rows.length > 0).map(([table]) => table);
      expect(filledTables).toEqual(["store_state"]);
      await copy(source, to);
      expect((await dumpStore(to)).get("feedback")).toHaveLength(RECORDS);
    }
  });

  it("where a row cannot be in the target, which names its table", async () => {
    const odd = place("odd.db");
    await copy(source, odd);
    await alter(odd, "update alert set document = 'a' || char(0) || 'b' where revision > 0");
    await expect(copy(odd, await server.emptyUrlOf("odd"))).rejects.toMatchObject({
      code: "record_refused",
      message: expect.stringContaining("the table alert"),
    });
  });
});

describe("vectors", () => {
  it("go to pgvector where the target has it, and come back into the store's own tables", async () => {
    const pglite = await startPglite(place("pglite"));
    const database = await openPgliteDatabase(pglite);
    const [plain, home] = await Promise.all([openSqlDatabase(source), openSqlDatabase(place("vectors.db"))]);
    const there = await copySqlStore(plain, database, { models: [], location: "there" });
    const table = pgvectorTable(SPACE);
    expect(there.tables).toContainEqual({ table, rows: VECTORS });
    expect(there.tables).toContainEqual({ table: "vector_entry", rows: 0 });
    const kept = (await choosePostgresVectors(database, SPACE)).index;
    const ids = Array.from({ length: VECTORS }, (_, n) => idOf(n));
    const before = await createSqlVectorIndex(plain, SPACE).get(ids);
    expect(await kept.get(ids)).toEqual(before);
    const unknown = { model: "openai:mine:24", dimensions: DIMENSIONS };
    await (await choosePostgresVectors(database, unknown)).index.put(makeEntries(0, 3));

    const back = await copySqlStore(database, home, { models: ["other"], location: "home" });
    expect(back.leftOut).toEqual([{ table: pgvectorTable(unknown), rows: 3 }]);
    expect(back.tables).toContainEqual({ table: "vector_entry", rows: VECTORS });
    const returned = createSqlVectorIndex(home, SPACE);
    expect(await returned.get(ids)).toEqual(before);
    // A vector that is put now is a change behind all of them.
    await returned.put(makeEntries(VECTORS, VECTORS + 1));
    expect(await returned.count()).toBe(VECTORS + 1);

    const named = await openSqlDatabase(place("named.db"));
    const whole = await copySqlStore(database, named, { models: ["mine"], location: "named" });
    expect(whole.leftOut).toEqual([]);
    expect(await createSqlVectorIndex(named, unknown).count()).toBe(3);
    await Promise.all([plain.close(), home.close(), named.close(), database.close()]);
    await pglite.close();
  }, 120_000);
});

describe("while a store is copied", () => {
  it("kill -9 leaves the target empty, and the next copy is whole", async () => {
    for (const to of [place("killed.db"), await server.emptyUrlOf("killed")]) {
      const child = spawn(process.execPath, [COPIER, source, to], { stdio: "ignore" });
      const [, signal] = (await once(child, "exit")) as [number | null, string | null];
      expect(signal).toBe("SIGKILL");
      await copy(source, to);
      expect((await dumpStore(to)).get("feedback")).toHaveLength(RECORDS);
    }
  });

  it("others write into it, and the copy is of the moment at which it began", async () => {
    const [from, to] = [await server.emptyUrlOf("busy"), place("of-busy.db")];
    await copy(source, from);
    const store = await openStore(from);
    let writing: Promise<unknown> | undefined;
    await upkeep.copy({
      from,
      to,
      models: [],
      onProgress: () => (writing ??= store.feedback.record([makeFeedback(9_999)])),
    });
    await writing;
    await store.close();
    expect((await dumpStore(from)).get("feedback")).toHaveLength(RECORDS + 1);
    expect((await dumpStore(to)).get("feedback")).toHaveLength(RECORDS);
  });
});
