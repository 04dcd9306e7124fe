import { createSqlDatabase, type SqlDatabase } from "../src/drivers/sql/sql-database.ts";
import type { Tables } from "../src/drivers/sql/tables.ts";

const now = (): Date => new Date();

/** The database under a store, for tests that set up a part of it otherwise than a store does. */
export function openSqlDatabase(place: string): Promise<SqlDatabase> {
  return place.startsWith("postgres://") ? openPostgres(place) : openSqlite(place);
}

// Drivers are loaded when they are needed: tests start many processes that need one of them.
async function openSqlite(file: string): Promise<SqlDatabase> {
  const { openDatabase } = await import("../src/drivers/sql/sqlite/better-sqlite.ts");
  const { createSqliteDialect } = await import("../src/drivers/sql/sqlite/sqlite-dialect.ts");
  const { createSqliteKysely } = await import("../src/drivers/sql/sqlite/sqlite-kysely.ts");
  const database = openDatabase(file, { timeout: 5_000 });
  database.pragma("journal_mode = WAL");
  return createSqlDatabase({ db: createSqliteKysely(database), dialect: createSqliteDialect(file), now });
}

async function openPostgres(url: string): Promise<SqlDatabase> {
  const { Kysely, PostgresDialect } = await import("kysely");
  const { default: pg } = await import("pg");
  const { createPostgresDialect } = await import("../src/drivers/sql/postgres/postgres-dialect.ts");
  const pool = new pg.Pool({
    connectionString: url,
    max: 4,
    connectionTimeoutMillis: 5_000,
    types: {
      getTypeParser: (oid, format) =>
        oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
    },
  });
  pool.on("error", () => {});
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return createSqlDatabase({ db, dialect: createPostgresDialect("the test server"), now });
}
