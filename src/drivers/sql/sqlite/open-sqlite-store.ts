import type { Store } from "../../../ports/store.ts";
import { createSqlStore } from "../create-sql-store.ts";
import { StoreError } from "../../../ports/errors.ts";
import { connectSqlite, type SqliteStoreOptions } from "./connect-sqlite.ts";

/**
 * The embedded store: a file and its write-ahead log. Acknowledged writes survive a power loss (`synchronous=FULL`),
 * and deleted data is overwritten (`secure_delete`).
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const connected = await connectSqlite(options);
  try {
    return await createSqlStore(connected);
  } catch (error) {
    await connected.db.destroy();
    throw error instanceof StoreError ? error : connected.dialect.toStoreError(error);
  }
}
