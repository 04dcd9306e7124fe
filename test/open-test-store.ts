import { createRequire } from "node:module";
import { createSqlStore } from "../src/drivers/sql/create-sql-store.ts";
import type { SqliteDatabase } from "../src/drivers/sql/sqlite/better-sqlite.ts";
import { createSqliteDialect } from "../src/drivers/sql/sqlite/sqlite-dialect.ts";
import { createSqliteKysely } from "../src/drivers/sql/sqlite/sqlite-kysely.ts";
import type { Store } from "../src/ports/store.ts";

const MEMORY = ":memory:";

interface MemoryDatabase extends SqliteDatabase {
  serialize(): Buffer;
}
/** Opens an empty database, or a copy of a serialized one. */
const Database = createRequire(import.meta.url)("better-sqlite3") as new (
  from: string | Buffer,
) => MemoryDatabase;

const openStore = (database: SqliteDatabase, now: () => Date = () => new Date()): Promise<Store> =>
  createSqlStore({
    db: createSqliteKysely(database),
    dialect: createSqliteDialect(MEMORY),
    now,
  });

/** An empty store, migrated once: migrating takes ten times as long as copying the result. */
let empty: Promise<Buffer> | undefined;
async function makeEmptyStore(): Promise<Buffer> {
  const database = new Database(MEMORY);
  const store = await openStore(database);
  const bytes = database.serialize();
  await store.close();
  return bytes;
}

/** A real store in memory that lives as long as the test. */
export async function openTestStore(now?: () => Date): Promise<Store> {
  empty ??= makeEmptyStore();
  return openStore(new Database(await empty), now);
}
