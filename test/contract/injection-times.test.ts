import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { V21 } from "../../src/drivers/sql/migrations/v21.ts";
import { createPostgresDialect } from "../../src/drivers/sql/postgres/postgres-dialect.ts";
import type { SqlDatabase } from "../../src/drivers/sql/sql-database.ts";
import type { SqlDialect } from "../../src/drivers/sql/sql-dialect.ts";
import { createSqliteDialect } from "../../src/drivers/sql/sqlite/sqlite-dialect.ts";
import { openSqlDatabase } from "../open-sql-database.ts";
import { openPgliteDatabase, startPglite } from "../pglite-database.ts";
import { makeInjection } from "./make-injection.ts";

const folder = mkdtempSync(join(tmpdir(), "emend-injection-times-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TASKS = [null, "fix", `","time":"1999-01-01T00:00:00.000Z`, String.raw`\",\"time\":\"x`, "NUL \0 \n"];

const EXPECTED = TASKS.map(() => makeInjection().time);

async function filledTimes({ db }: SqlDatabase, dialect: SqlDialect): Promise<readonly string[]> {
  for (const [n, task] of TASKS.entries()) {
    const document = JSON.stringify(makeInjection({ task, run: `run-${n}` }));
    await db
      .insertInto("injection")
      .values({ run: `run-${n}`, agent: "rio", revision: 1, document, time: "" })
      .execute();
  }
  const fill = V21.statements(dialect.schema).find((statement) => statement.startsWith("update injection"));
  await sql.raw(fill!).execute(db);
  const rows = await db.selectFrom("injection").select("time").execute();
  return rows.map(({ time }) => time);
}

describe("injections of an older store get their time", () => {
  it("on SQLite", async () => {
    const database = await openSqlDatabase(join(folder, "old.db"));
    expect(await filledTimes(database, createSqliteDialect("old.db"))).toEqual(EXPECTED);
    await database.close();
  });

  it("on PostgreSQL", async () => {
    const server = await startPglite(join(folder, "pg"));
    const database = await openPgliteDatabase(server);
    expect(await filledTimes(database, createPostgresDialect("the test server"))).toEqual(EXPECTED);
    await database.close();
    await server.close();
  });
});
