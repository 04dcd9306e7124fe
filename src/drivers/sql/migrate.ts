import { type Kysely, sql, type Transaction } from "kysely";
import type { Migration } from "./migrations/migration.ts";
import { MIGRATIONS } from "./migrations.ts";
import type { SqlDialect } from "./sql-dialect.ts";
import { StoreError } from "../../ports/errors.ts";
import type { Tables } from "./tables.ts";

/**
 * Migrates the schema to the latest version, all or nothing. If several processes start at once, one does it and the
 * others find it done.
 */
export async function migrate(
  db: Kysely<Tables>,
  dialect: SqlDialect,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  const newest = migrations.at(-1)?.version ?? 0;
  // An up-to-date store is opened without a write, so it can also be opened read-only.
  if ((await readVersion(db).catch(() => undefined)) === newest) return;
  await db.transaction().execute(async (transaction) => {
    await dialect.lock(transaction, "schema");
    const { text, integer } = dialect.schema;
    await run(
      transaction,
      `create table if not exists store_state (name ${text} not null primary key, value ${integer} not null)`,
    );
    const version = (await readVersion(transaction)) ?? 0;
    if (version > newest) {
      throw new StoreError(
        "store_too_new",
        `the store has schema ${version}, but this version of Emend only supports schemas up to ${newest}; install the newer version that wrote it`,
      );
    }
    if (version === newest) return;
    for (const step of migrations.filter((migration) => migration.version > version)) {
      for (const statement of step.statements(dialect.schema)) await run(transaction, statement);
    }
    await transaction
      .insertInto("store_state")
      .values({ name: "schema_version", value: newest })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: newest }))
      .execute();
  });
}

async function readVersion(db: Kysely<Tables>): Promise<number | undefined> {
  const found = await db
    .selectFrom("store_state")
    .select("value")
    .where("name", "=", "schema_version")
    .executeTakeFirst();
  return found?.value;
}

const run = (transaction: Transaction<Tables>, statement: string): Promise<unknown> =>
  sql.raw(statement).execute(transaction);
