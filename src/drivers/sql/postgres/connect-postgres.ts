import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { SqlDatabaseOptions } from "../sql-database.ts";
import type { Tables } from "../tables.ts";
import { createPostgresDialect } from "./postgres-dialect.ts";

export interface PostgresStoreOptions {
  /** For example `postgres://user:password@host:5432/emend`. */
  readonly url: string;
  readonly maxConnections?: number;
  readonly connectTimeoutMs?: number;
  readonly now?: () => Date;
  /** Called with every query, for tests that count them. */
  readonly onQuery?: (sql: string) => void;
}

/** Creates a connection pool that connects on first use. Leaves the schema unchanged. */
export function connectPostgres(options: PostgresStoreOptions): SqlDatabaseOptions {
  const location = postgresLocation(options.url);
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5_000,
    application_name: "emend",
    // Counts and positions stay far below 2^53, so they can be parsed as numbers.
    types: {
      getTypeParser: (oid, format) =>
        oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
    },
  });
  // Idle connections that break are replaced on next use. Without a listener the error would end the process.
  pool.on("error", () => {});
  // The same for a connection that breaks between two queries of a transaction: the next query reports it.
  pool.on("connect", (client) => client.on("error", () => {}));
  const { onQuery } = options;
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    ...(onQuery === undefined ? {} : { log: (event) => onQuery(event.query.sql) }),
  });
  return { db, dialect: createPostgresDialect(location), now: options.now ?? (() => new Date()) };
}

/** The database's address without credentials, for errors and logs. */
export function postgresLocation(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return `postgres://${host}${pathname}`;
  } catch {
    return "the address of the database";
  }
}
