import { type Kysely, type RawBuilder, sql } from "kysely";
import { StoreError } from "../../../ports/errors.ts";
import type { SqlDatabaseOptions } from "../sql-database.ts";
import type { Tables } from "../tables.ts";

/** A consistent view of a database. */
export interface Snapshot {
  readonly db: Kysely<Tables>;
  /** Errors are already translated into this database's StoreErrors. */
  readonly rows: <Row>(query: RawBuilder<Row>) => Promise<readonly Row[]>;
}

/** Runs work on one connection whose reads all see the same state. */
export function readSnapshot<T>(
  { db, dialect }: SqlDatabaseOptions,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const named = (error: unknown): unknown =>
    error instanceof StoreError ? error : dialect.toStoreError(error);
  return db.connection().execute(async (connection) => {
    const rows = async <Row>(query: RawBuilder<Row>): Promise<readonly Row[]> => {
      try {
        return (await query.execute(connection)).rows;
      } catch (error) {
        throw named(error);
      }
    };
    await rows(sql.raw(dialect.copying.snapshot));
    try {
      return await work({ db: connection, rows });
    } finally {
      // On a broken connection there is nothing to roll back, and the first error is the one to report.
      await sql`rollback`.execute(connection).catch(() => undefined);
    }
  });
}
