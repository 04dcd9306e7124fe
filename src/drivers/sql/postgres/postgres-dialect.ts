import { sql } from "kysely";
import type { SqlDialect } from "../sql-dialect.ts";
import { postgresError } from "./postgres-error.ts";

/** Any number will do, as long as every Emend asks for the same one. */
const SCHEMA_LOCK = 7_302_026;

/** How PostgreSQL differs; `place` is named in errors. */
export function createPostgresDialect(place: string): SqlDialect {
  return {
    schema: {
      // Byte order, whatever the database's language: pages are cut by comparing times and names.
      text: 'text collate "C"',
      integer: "bigint",
      counter: "bigint generated always as identity primary key",
      keyedTable: "",
    },
    lockSchema: async (transaction) => {
      await sql`select pg_advisory_xact_lock(${SCHEMA_LOCK})`.execute(transaction);
    },
    // Rewrites the table without the erased rows' old versions; the server's own log lives as long as it is kept.
    scrub: async (db) => {
      await sql`vacuum (full) feedback`.execute(db);
    },
    toStoreError: (error) => postgresError(place, error),
  };
}
