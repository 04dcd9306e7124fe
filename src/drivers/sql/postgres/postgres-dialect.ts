import { sql, type Kysely } from "kysely";
import type { LockName, SqlDialect } from "../sql-dialect.ts";
import { POSTGRES_COPYING } from "./postgres-copying.ts";
import { postgresError } from "./postgres-error.ts";
import type { Tables } from "../tables.ts";
import { PROTECT_AUDIT } from "./protect-audit.ts";

/** Any numbers will do, as long as every Emend asks for the same ones. */
const LOCKS: Readonly<Record<LockName, number>> = {
  schema: 7_302_026,
  events: 7_302_027,
  audit: 7_302_028,
  clusters: 7_302_029,
  people: 7_302_030,
};

/** How PostgreSQL differs; `place` is named in errors. */
export function createPostgresDialect(place: string): SqlDialect {
  return {
    schema: {
      // Byte order, whatever the database's language: pages are cut by comparing times and names.
      text: 'text collate "C"',
      integer: "bigint",
      bytes: "bytea",
      counter: "bigint generated always as identity primary key",
      keyedTable: "",
      // Read as text: a JSON column refuses the escaped NUL that a source may contain. Within a JSON string every quote
      // is escaped, so nothing that somebody said can look like this.
      outputHash: {
        judged: String.raw`substring(record from '"output":\{"agent_sha":"([^"\\]+)"')`,
        accepted: String.raw`substring(record from '"output":\{"agent_sha":"[^"\\]+","approved_sha":"([^"\\]+)"')`,
      },
      protectAudit: PROTECT_AUDIT,
    },
    copying: POSTGRES_COPYING,
    lock: async (transaction, name) => {
      await sql`select pg_advisory_xact_lock(${LOCKS[name]})`.execute(transaction);
    },
    holdsRows: true,
    clock: sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`,
    vectorTables,
    // Rewrites the tables without the erased rows' old versions; the server's own log lives as long as it is kept.
    scrub: async (db) => {
      const tables = [...HOLDING_WORDS, ...(await vectorTables(db))];
      await sql`vacuum (full) ${sql.join(tables.map((name) => sql.table(name)))}`.execute(db);
    },
    isBrokenOff: (error) =>
      error instanceof Error && "code" in error && (error.code === "40P01" || error.code === "40001"),
    toStoreError: (error) => postgresError(place, error),
  };
}

/** The tables that an erasure or a deletion leaves words of people in. */
const HOLDING_WORDS = [
  "feedback",
  "audit",
  "rule",
  "evaluation",
  "cluster",
  "cluster_member",
  "cluster_author",
  "submission",
  "rollout",
  "token",
  "person_login",
  "session",
  "login_link",
  "idempotency",
  "vector_entry",
] as const satisfies readonly (keyof Tables)[];

/** Those that pgvectorTable names, in the schema that they are looked for in. */
async function vectorTables(db: Kysely<Tables>): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly name: string }>`
    select relname::text as name from pg_class
    where relkind = 'r' and relname ~ '^vector_[0-9a-f]{16}_[0-9]+$' and pg_table_is_visible(oid)
    order by relname
  `.execute(db);
  return rows.map(({ name }) => name);
}
