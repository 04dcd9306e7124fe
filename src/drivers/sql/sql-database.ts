import type { Kysely, Transaction } from "kysely";
import { migrate } from "./migrate.ts";
import type { SqlDialect } from "./sql-dialect.ts";
import { StoreError, storeClosed } from "./store-error.ts";
import type { Tables } from "./tables.ts";

export interface SqlDatabaseOptions {
  readonly db: Kysely<Tables>;
  readonly dialect: SqlDialect;
  /** The time that is written into rows. */
  readonly now: () => Date;
}

/** An open database whose schema is the present one; what the parts of the store share. */
export interface SqlDatabase extends SqlDatabaseOptions {
  /** Runs work that `close` waits for; what the database says comes out as a StoreError. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
  /** The same in one transaction. */
  readonly transact: <T>(work: (transaction: Transaction<Tables>) => Promise<T>) => Promise<T>;
  /** Finishes running work, and refuses any after it. */
  readonly close: () => Promise<void>;
}

/** Brings the schema up to date; closing it closes the connections. */
export async function createSqlDatabase(options: SqlDatabaseOptions): Promise<SqlDatabase> {
  const { db, dialect } = options;
  let closing: Promise<void> | undefined;
  const running = new Set<Promise<unknown>>();
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    if (closing !== undefined) throw storeClosed();
    const answer = work();
    running.add(answer);
    try {
      return await answer;
    } catch (error) {
      if (error instanceof StoreError || error instanceof RangeError) throw error;
      throw dialect.toStoreError(error);
    } finally {
      running.delete(answer);
    }
  };
  await run(() => migrate(db, dialect));
  return {
    ...options,
    run,
    transact: (work) => run(() => db.transaction().execute(work)),
    close: () => (closing ??= Promise.allSettled(running).then(() => db.destroy())),
  };
}
