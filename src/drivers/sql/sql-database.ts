import { setTimeout } from "node:timers/promises";
import type { Kysely, Transaction } from "kysely";
import { ExternalError, StoreError } from "../../ports/errors.ts";
import { migrate } from "./migrate.ts";
import type { SqlDialect } from "./sql-dialect.ts";
import type { Tables } from "./tables.ts";

export interface SqlDatabaseOptions {
  readonly db: Kysely<Tables>;
  readonly dialect: SqlDialect;
  /** The time that is written into rows. */
  readonly now: () => Date;
}

/** What writing an act or an event needs beside its transaction. */
export type Surroundings = Pick<SqlDatabaseOptions, "dialect" | "now">;

/** An open database whose schema is the present one; what the parts of the store share. */
export interface SqlDatabase extends SqlDatabaseOptions {
  /** Runs work that `close` waits for; what the database says comes out as a StoreError, and what others say as it is. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
  /**
   * One transaction inside of such work, done again where the database broke it off because it and another waited for
   * each other: writers take rows in one order wherever they can know it, and this is for where they cannot.
   */
  readonly commit: <T>(work: (transaction: Transaction<Tables>) => Promise<T>) => Promise<T>;
  /** Such work that is one transaction. */
  readonly transact: <T>(work: (transaction: Transaction<Tables>) => Promise<T>) => Promise<T>;
  /** Finishes running work, and refuses any after it. */
  readonly close: () => Promise<void>;
}

export const storeClosed = (): StoreError =>
  new StoreError("store_closed", "the store is closed; open it again before using it");

/** Each waits at random, so that the same two do not meet again. */
const MOST_TRIES = 8;
const WAIT_MS = 20;

/** Brings the schema up to date; closing it closes the connections. */
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
        // On a lost connection the rollback fails too, and its error would hide the one that matters.
        const { error } = failed ?? { error: thrown };
        if (attempt === MOST_TRIES || !dialect.isBrokenOff(error)) throw asStoreError(error);
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
