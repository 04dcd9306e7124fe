import type { Kysely } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrate } from "../../src/drivers/sql/migrate.ts";
import { V10 } from "../../src/drivers/sql/migrations/v10.ts";
import { MIGRATIONS } from "../../src/drivers/sql/migrations.ts";
import { connectPostgres } from "../../src/drivers/sql/postgres/connect-postgres.ts";
import type { SqlDialect } from "../../src/drivers/sql/sql-dialect.ts";
import { openDatabase } from "../../src/drivers/sql/sqlite/better-sqlite.ts";
import { createSqliteDialect } from "../../src/drivers/sql/sqlite/sqlite-dialect.ts";
import { createSqliteKysely } from "../../src/drivers/sql/sqlite/sqlite-kysely.ts";
import type { Tables } from "../../src/drivers/sql/tables.ts";
import { type PostgresServer, startPostgres } from "../postgres-server.ts";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server.stop(), 60_000);

const open: Readonly<Record<string, () => Promise<{ db: Kysely<Tables>; dialect: SqlDialect }>>> = {
  SQLite: async () => ({
    db: createSqliteKysely(openDatabase(":memory:")),
    dialect: createSqliteDialect("test.db"),
  }),
  PostgreSQL: async () => connectPostgres({ url: await server.emptyUrlOf("joined"), maxConnections: 1 }),
};

const counts = (reviews: number) => ({
  reviews,
  rejections: 1,
  incompatible: 0,
  findings: 4,
  drops: 0,
  coercions: 2,
  coerced_reviews: 1,
});

describe.each(Object.keys(open))("a store of an earlier version on %s", (name) => {
  it("15.23 counts 1.0 and 1.0.0 together once it is brought up to date", async () => {
    const { db, dialect } = await open[name]!();
    await migrate(db, dialect, MIGRATIONS.slice(0, MIGRATIONS.indexOf(V10)));
    await db
      .insertInto("review_hour")
      .values([
        { hour: 1, version: "1.0+1.0", ...counts(2) },
        { hour: 1, version: "1.0+1.0.0", ...counts(3) },
        { hour: 2, version: "1.0+1.0.0", ...counts(5) },
        { hour: 2, version: "1.0+1.0.10", ...counts(7) },
        { hour: 2, version: "1.0+10.0", ...counts(9) },
      ])
      .execute();
    const told = { hour: 1, kind: "finding_dropped", reason: "truncated" };
    await db
      .insertInto("review_reason_hour")
      .values([
        { ...told, version: "1.0+1.0", count: 1 },
        { ...told, version: "1.0+1.0.0", count: 2 },
      ])
      .execute();
    const running = { rollout_id: "r1", slice: "0.1" };
    await db
      .insertInto("rollout_version")
      .values([
        { ...running, version: "1.0+1.0", role: "baseline" },
        { ...running, version: "1.0+1.1.0", role: "candidate" },
      ])
      .execute();
    await migrate(db, dialect);
    const hours = await db
      .selectFrom("review_hour")
      .select(["hour", "version", "reviews", "findings"])
      .orderBy("hour")
      .orderBy("version")
      .execute();
    expect(hours).toEqual([
      { hour: 1, version: "1.0+1.0", reviews: 5, findings: 8 },
      { hour: 2, version: "1.0+1.0", reviews: 5, findings: 4 },
      { hour: 2, version: "1.0+1.0.10", reviews: 7, findings: 4 },
      { hour: 2, version: "1.0+10.0", reviews: 9, findings: 4 },
    ]);
    const reasons = await db.selectFrom("review_reason_hour").select(["version", "count"]).execute();
    expect(reasons).toEqual([{ version: "1.0+1.0", count: 3 }]);
    const versions = await db
      .selectFrom("rollout_version")
      .select(["version", "role"])
      .orderBy("version")
      .execute();
    expect(versions).toEqual([
      { version: "1.0+1.0", role: "baseline" },
      { version: "1.0+1.1", role: "candidate" },
    ]);
    await db.destroy();
  });
});
