import { sql, type Kysely } from "kysely";
import type { LockName, SqlDialect, CopySyntax } from "../sql-dialect.ts";
import type { Tables } from "../tables.ts";
import { StoreError, type StoreErrorCode } from "../../../ports/errors.ts";

const BY_CODE: readonly (readonly [code: RegExp, known: StoreErrorCode, advice: string])[] = [
  [
    /^(?:40001|40P01|55P03|55006)$/,
    "store_locked",
    "another process locked the same rows for too long; try again",
  ],
  [/^XX00[12]$/, "store_corrupt", "the database is damaged; restore a copy, or rebuild it from the ledger"],
  [
    /^(?:25006|42501)$/,
    "store_read_only",
    "the database cannot be written; give this user permission to create and write tables, or use the primary server",
  ],
  [
    /^53100$/,
    "disk_full",
    "nothing was recorded, because the server's disk is full; free some space and record it again",
  ],
  [
    /^(?:08\w{3}|57P0\d|28\w{3}|3D000|53300|ECONN\w{1,20}|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|EPIPE|ENOENT)$/,
    "store_unreachable",
    "the database cannot be reached; check the address, the name and password, and that the server is running",
  ],
  [/^(?:22\w{3}|23\w{3}|54\w{3})$/, "record_refused", "a record cannot be written; leave it out"],
];

/** The driver's messages for lost connections, which have no code. */
const LOST_CONNECTION =
  /connection terminated|server closed the connection|is not queryable|query read timeout|timeout expired|timeout exceeded when trying to connect/i;

const POSTGRES_COPYING: CopySyntax = {
  kind: "postgres",
  snapshot: "begin isolation level repeatable read read only",
  overriding: "overriding system value",
  hold: async (transaction, tables) => {
    const all = sql.join(tables.map((table) => sql.table(table)));
    await sql`lock table ${all} in exclusive mode`.execute(transaction);
  },
  readCounter: async (db, { table, column }) => {
    const { rows } = await sql<{ readonly value: number | null }>`
      select pg_sequence_last_value(pg_get_serial_sequence(${table}, ${column})::regclass) as value
    `.execute(db);
    return rows[0]?.value ?? 0;
  },
  setCounter: async (transaction, { table, column }, value) => {
    await sql`
      select setval(pg_get_serial_sequence(${table}, ${column})::regclass, ${value}::bigint)
    `.execute(transaction);
  },
  size: async (db, tables) => {
    const { rows } = await sql<{ readonly bytes: number }>`
      select coalesce(sum(pg_total_relation_size(to_regclass(name))), 0)::bigint as bytes
      from unnest(${tables}::text[]) as name
    `.execute(db);
    return rows[0]?.bytes ?? 0;
  },
};

/** The primary key already refuses a number that is taken. */
const PROTECT_AUDIT: readonly string[] = [
  `create function audit_keep() returns trigger language plpgsql as $keep$
   begin
     if tg_op = 'UPDATE' then
       if new.body is null and new.salt is null
         and (new.seq, new.time, new.action, new.subject, new.body_hash, new.previous, new.hash)
           is not distinct from
           (old.seq, old.time, old.action, old.subject, old.body_hash, old.previous, old.hash)
       then return new; end if;
     end if;
     raise exception 'the audit log is append-only: only a body can be erased'
       using errcode = 'restrict_violation';
   end $keep$`,
  "create trigger audit_change before update or delete on audit for each row execute function audit_keep()",
  "create trigger audit_truncate before truncate on audit for each statement execute function audit_keep()",
];

/** Arbitrary, but the same in every version of Emend. */
const LOCKS: Readonly<Record<LockName, number>> = {
  schema: 7_302_026,
  events: 7_302_027,
  audit: 7_302_028,
  clusters: 7_302_029,
  people: 7_302_030,
};

/** PostgreSQL's side of the dialect. `location` appears in errors. */
export function createPostgresDialect(location: string): SqlDialect {
  return {
    schema: {
      // Byte order independent of the database's locale, because pages are cut by comparing times and names.
      text: 'text collate "C"',
      integer: "bigint",
      bytes: "bytea",
      counter: "bigint generated always as identity primary key",
      keyedTable: "",
      // Matches the text, because a JSON column rejects the escaped NUL that a source may contain. Quotes inside JSON
      // strings are escaped, so no user text can match.
      outputHash: {
        judged: String.raw`substring(record from '"output":\{"agent_sha":"([^"\\]+)"')`,
        accepted: String.raw`substring(record from '"output":\{"agent_sha":"[^"\\]+","approved_sha":"([^"\\]+)"')`,
      },
      injectionTime: String.raw`substring(document from '"task":(?:null|"(?:[^"\\]|\\.)*"),"time":"([^"\\]+)"')`,
      protectAudit: PROTECT_AUDIT,
    },
    copying: POSTGRES_COPYING,
    lock: async (transaction, name) => {
      await sql`select pg_advisory_xact_lock(${LOCKS[name]})`.execute(transaction);
    },
    canLockRows: true,
    clock: sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`,
    vectorTables,
    // Rewrites the tables without old row versions. The server's own write-ahead log has its own retention.
    scrub: async (db) => {
      const tables = [...TABLES_WITH_TEXT, ...(await vectorTables(db))];
      await sql`vacuum (full) ${sql.join(tables.map((name) => sql.table(name)))}`.execute(db);
    },
    isRetryable: (error) =>
      error instanceof Error && "code" in error && (error.code === "40P01" || error.code === "40001"),
    toStoreError: (error) => postgresError(location, error),
  };
}

/** Tables in which an erasure or deletion leaves old text behind. */
const TABLES_WITH_TEXT = [
  "feedback",
  "audit",
  "rule",
  "evaluation",
  "cluster",
  "cluster_member",
  "cluster_author",
  "correction",
  "refinement",
  "submission",
  "rollout",
  "token",
  "person_login",
  "session",
  "login_link",
  "idempotency",
  "vector_entry",
] as const satisfies readonly (keyof Tables)[];

/** Tables named by `pgvectorTable` in the search path. */
async function vectorTables(db: Kysely<Tables>): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly name: string }>`
    select relname::text as name from pg_class
    where relkind = 'r' and relname ~ '^vector_[0-9a-f]{16}_[0-9]+$' and pg_table_is_visible(oid)
    order by relname
  `.execute(db);
  return rows.map(({ name }) => name);
}

/** Translates an error of PostgreSQL or the network, with advice. `location` never contains a password. */
export function postgresError(location: string, error: unknown): StoreError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const message = (error instanceof Error ? error.message : String(error)).slice(0, 300);
  const lost = LOST_CONNECTION.test(message);
  const [, known, advice] = BY_CODE.find(([pattern]) => pattern.test(lost ? "08006" : code)) ?? [];
  return new StoreError(
    known ?? "store_failed",
    `${location}: ${advice ?? "the store failed; see its error, and try again"} (${message})`,
    error,
  );
}
