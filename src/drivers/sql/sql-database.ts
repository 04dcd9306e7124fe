import { setTimeout } from "node:timers/promises";
import type { Kysely, Transaction } from "kysely";
import { ExternalError, StoreError } from "../../ports/errors.ts";
import { migrate } from "./migrate.ts";
import type { SqlDialect } from "./sql-dialect.ts";
import type { Tables } from "./tables.ts";

export interface SqlDatabaseOptions {
  readonly db: Kysely<Tables>;
  readonly dialect: SqlDialect;
  /** The clock for times written into rows. */
  readonly now: () => Date;
}

/** What appending audit acts and events needs besides the transaction. */
export type WriteContext = Pick<SqlDatabaseOptions, "dialect" | "now">;

/** An open, migrated database that all stores share. */
export interface SqlDatabase extends SqlDatabaseOptions {
  /** Runs work that `close` waits for. Database errors become StoreErrors, and other errors pass through. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
  /**
   * Runs a transaction within `run`, and retries it after a deadlock or serialisation failure. Writers lock rows in a
   * fixed order where they can. This covers the cases where they cannot.
   */
  readonly commit: <T>(work: (transaction: Transaction<Tables>) => Promise<T>) => Promise<T>;
  /** `run` with a single `commit`. */
  readonly transact: <T>(work: (transaction: Transaction<Tables>) => Promise<T>) => Promise<T>;
  /** Waits for running work and refuses new work. */
  readonly close: () => Promise<void>;
}

export const storeClosed = (): StoreError =>
  new StoreError("store_closed", "the store is closed; open it again before using it");

/** Waits are random, so that the same two transactions do not collide again. */
const MOST_TRIES = 8;
const WAIT_MS = 20;

/** Migrates the schema. Closing closes the connections. */
export async function createSqlDatabase(options: SqlDatabaseOptions): Promise<SqlDatabase> {
  const { db, dialect } = options;
  let closing: Promise<void> | undefined;
  const running = new Set<Promise<unknown>>();
  const asStoreError = (error: unknown): unknown =>
    error instanceof ExternalError || error instanceof RangeError ? error : dialect.toStoreError(error);
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    if (closing !== undefined) throw storeClosed();
    const answer = work();
    running.add(answer);
    try {
      return await answer;
    } catch (error) {
      throw asStoreError(error);
    } finally {
      running.delete(answer);
    }
  };
  const commit = async <T>(work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      let failed: { readonly error: unknown } | undefined;
      try {
        return await db.transaction().execute(async (transaction) => {
          try {
            return await work(transaction);
          } catch (error) {
            failed = { error };
            throw error;
          }
        });
      } catch (thrown) {
        // After a lost connection the rollback fails too, and its error would hide the cause.
        const { error } = failed ?? { error: thrown };
        if (attempt === MOST_TRIES || !dialect.isRetryable(error)) throw asStoreError(error);
        await setTimeout(Math.random() * WAIT_MS * attempt);
      }
    }
  };
  await run(() => migrate(db, dialect));
  return {
    ...options,
    run,
    commit,
    transact: (work) => run(() => commit(work)),
    close: () => (closing ??= Promise.allSettled(running).then(() => db.destroy())),
  };
}
