import type { Store } from "../../../ports/store.ts";
import { choosePostgresVectors } from "../vector/choose-postgres-vectors.ts";
import { createSqlStore } from "../create-sql-store.ts";
import { StoreError } from "../../../ports/errors.ts";
import { connectPostgres, type PostgresStoreOptions } from "./connect-postgres.ts";

/** A store for any number of servers and workers that share one PostgreSQL. */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const connected = connectPostgres(options);
  try {
    return await createSqlStore(
      connected,
      async (database, space) => (await choosePostgresVectors(database, space)).index,
    );
  } catch (error) {
    await connected.db.destroy();
    throw error instanceof StoreError ? error : connected.dialect.toStoreError(error);
  }
}
