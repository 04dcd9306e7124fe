import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PostgresServer, startPostgres } from "../../../../test/postgres-server.ts";
import { openDatabase } from "../sqlite/better-sqlite.ts";
import { openSqliteStore } from "../sqlite/open-sqlite-store.ts";
import { createSqlStoreUpkeep } from "./sql-store-upkeep.ts";

const upkeep = createSqlStoreUpkeep();
const examine = (place: string) => upkeep.examine(place);
const INTACT = { audit_entries: 0, audit: { ok: true } };

describe("examining a store file", () => {
  let file: string;
  beforeAll(async () => {
    file = join(mkdtempSync(join(tmpdir(), "emend-examine-")), "emend.db");
    await (await openSqliteStore({ file })).close();
  });
  afterAll(() => rmSync(join(file, ".."), { recursive: true, force: true }));

  it("finds that it can be written, and writes nothing", async () => {
    const found = await examine(file);
    expect(found).toMatchObject(INTACT);
    expect([found.unwritable, found.bytes > 0]).toEqual([undefined, true]);
  });

  it("names a lock of another process", async () => {
    const other = openDatabase(file);
    other.exec("begin immediate");
    expect((await examine(file)).unwritable).toMatchObject({ code: "store_locked" });
    other.exec("rollback");
    other.close();
    expect((await examine(file)).unwritable).toBeUndefined();
  });
});

describe("examining a PostgreSQL database", () => {
  let postgres: PostgresServer;
  let url: string;
  const change = async (...statements: readonly string[]): Promise<void> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  };
  beforeAll(async () => {
    postgres = await startPostgres();
    url = await postgres.urlOf("examine");
  });
  afterAll(() => postgres.stop());

  it("finds that it can be written", async () => {
    const found = await examine(url);
    expect(found).toMatchObject(INTACT);
    expect([found.unwritable, found.bytes > 0]).toEqual([undefined, true]);
  });

  it("names a read-only database and missing rights", async () => {
    await change("alter database examine set default_transaction_read_only = on");
    expect((await examine(url)).unwritable).toMatchObject({ code: "store_read_only" });
    await change(
      "set default_transaction_read_only = off",
      "alter database examine reset default_transaction_read_only",
    );
    await change(
      "create role reader login password 'reader'",
      "grant select on all tables in schema public to reader",
    );
    const reader = url.replace("emend:emend@", "reader:reader@");
    expect((await examine(reader)).unwritable).toMatchObject({ code: "store_read_only" });
    expect((await examine(url)).unwritable).toBeUndefined();
  });
});
