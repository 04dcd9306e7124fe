import { sql } from "kysely";
import type { StoreStatus } from "../../../ports/store-upkeep.ts";
import { MIGRATIONS } from "../migrations.ts";
import type { SqlDatabaseOptions } from "../sql-database.ts";
import { StoreError } from "../../../ports/store-error.ts";
import { openAsItIs, shownPlace } from "./open-as-it-is.ts";
import { readStoredTables } from "./stored-tables.ts";

/** Reads what is at a place, of this schema or another. */
export async function readStatus(place: string): Promise<StoreStatus> {
  const database = openAsItIs(place);
  const { db, dialect } = database;
  try {
    const schema = await readSchema(database, shownPlace(place));
    const { rows } = await sql<{ readonly records: number; readonly newest: string | null }>`
      select count(*) as records, max(time) as newest from feedback
    `.execute(db);
    const newest = rows[0]?.newest ?? null;
    const tables = [
      ...(await readStoredTables()).map(({ name }) => name),
      ...(await dialect.vectorTables(db)),
    ];
    return {
      kind: dialect.copying.kind,
      place: shownPlace(place),
      schema,
      present: MIGRATIONS.at(-1)?.version ?? 0,
      records: rows[0]?.records ?? 0,
      bytes: await dialect.copying.size(db, tables),
      ...(newest === null ? {} : { newest }),
    };
  } catch (error) {
    throw error instanceof StoreError ? error : dialect.toStoreError(error);
  } finally {
    await db.destroy();
  }
}

/** The version of the schema, which only a store has. */
export async function readSchema({ db, dialect }: SqlDatabaseOptions, shown: string): Promise<number> {
  try {
    const found = await db
      .selectFrom("store_state")
      .select("value")
      .where("name", "=", "schema_version")
      .executeTakeFirst();
    if (found !== undefined) return found.value;
  } catch (error) {
    const known = dialect.toStoreError(error);
    if (known.code !== "store_failed") throw known;
  }
  throw new StoreError(
    "not_a_store",
    `${shown}: no store of Emend is there; name its file or its database with --store`,
  );
}
