import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { SqlDatabaseOptions } from "../sql-database.ts";
import type { Tables } from "../tables.ts";
import { createPostgresDialect } from "./postgres-dialect.ts";

export interface PostgresStoreOptions {
  /** Such as `postgres://user:password@host:5432/emend`. */
  readonly url: string;
  readonly maxConnections?: number;
  readonly connectTimeoutMs?: number;
  readonly now?: () => Date;
  /** Hears every query, for those who count them. */
  readonly onQuery?: (sql: string) => void;
}

/** A pool of connections, of which the first is made when it is needed; the schema is left as it is. */
export function connectPostgres(options: PostgresStoreOptions): SqlDatabaseOptions {
  const place = placeOf(options.url);
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5_000,
    application_name: "emend",
    // Counts and positions stay far below 2^53, so numbers are safe and texts would be a nuisance.
    types: {
      getTypeParser: (oid, format) =>
        oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
    },
  });
  // A connection that breaks while it is idle is replaced at the next use; without a listener it would end the process.
  pool.on("error", () => {});
  // The same holds for one that breaks between two queries of a transaction: the next query tells.
  pool.on("connect", (client) => client.on("error", () => {}));
  const { onQuery } = options;
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    ...(onQuery === undefined ? {} : { log: (event) => onQuery(event.query.sql) }),
  });
  return { db, dialect: createPostgresDialect(place), now: options.now ?? (() => new Date()) };
}

/** Where the database is, without who asks: an address goes into errors and logs, a password never does. */
export function placeOf(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return `postgres://${host}${pathname}`;
  } catch {
    return "the address of the database";
  }
}
