import { sql } from "kysely";
import { StoreError } from "../../../ports/errors.ts";
import type { StoreExamination } from "../../../ports/store.ts";
import { checkAudit } from "../audit/check-audit.ts";
import type { SqlDatabaseOptions } from "../sql-database.ts";
import { openDatabase } from "../sqlite/better-sqlite.ts";
import { sqliteError } from "../sqlite/sqlite-error.ts";

/** Verifying this many takes well under a second. */
const MOST_VERIFIED = 20_000;
const LOCK_TIMEOUT_MS = 2_000;

/** Reads what is needed to judge a store; `file` is absent for PostgreSQL. */
export async function examineStore(
  { db, dialect }: Pick<SqlDatabaseOptions, "db" | "dialect">,
  { file, bytes }: { readonly file?: string; readonly bytes: number },
): Promise<StoreExamination> {
  const { entries } = await db
    .selectFrom("audit")
    .select((eb) => eb.fn.coalesce(eb.fn.max("seq"), sql<number>`0`).as("entries"))
    .executeTakeFirstOrThrow();
  const fault = file === undefined ? await refusedByPostgres(db, dialect) : refusedBySqlite(file);
  return {
    bytes,
    audit_entries: entries,
    ...(entries > MOST_VERIFIED ? {} : { audit: await checkAudit(db) }),
    ...(fault === undefined ? {} : { unwritable: { code: fault.code, message: fault.message } }),
  };
}

/** Takes the write lock and gives it back. */
function refusedBySqlite(file: string): StoreError | undefined {
  try {
    const database = openDatabase(file, { fileMustExist: true, timeout: LOCK_TIMEOUT_MS });
    try {
      database.exec("begin immediate");
      // Only a real change shows that the file is read-only.
      database.exec("update store_state set value = value");
      database.exec("rollback");
    } finally {
      database.close();
    }
    return undefined;
  } catch (error) {
    return error instanceof StoreError ? error : sqliteError(file, error);
  }
}

async function refusedByPostgres(
  db: SqlDatabaseOptions["db"],
  dialect: SqlDatabaseOptions["dialect"],
): Promise<StoreError | undefined> {
  try {
    const { rows } = await sql<{ readonly may: boolean; readonly read_only: string }>`
      select has_table_privilege('store_state', 'update') and has_table_privilege('feedback', 'insert') as may,
        current_setting('transaction_read_only') as read_only`.execute(db);
    const [found] = rows;
    if (found?.read_only === "on")
      return new StoreError(
        "store_read_only",
        "the database is read-only; name its primary server in `store`",
      );
    return found?.may === false
      ? new StoreError("store_read_only", "this user may not write to the tables; grant it insert and update")
      : undefined;
  } catch (error) {
    return error instanceof StoreError ? error : dialect.toStoreError(error);
  }
}
