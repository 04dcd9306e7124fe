import { type Kysely, sql } from "kysely";
import type { SqlDialect, CopySyntax } from "../sql-dialect.ts";
import { StoreError } from "../../../ports/errors.ts";
import type { Tables } from "../tables.ts";
import { sqliteError } from "./sqlite-error.ts";

const SQLITE_COPYING: CopySyntax = {
  kind: "sqlite",
  // Sees the state at its first read. With a write-ahead log it blocks no writer.
  snapshot: "begin",
  overriding: "",
  // `begin immediate` already holds the only write lock.
  hold: async () => {},
  readCounter: async (db, { table }) => {
    const { rows } = await sql<{ readonly seq: number }>`
      select seq from sqlite_sequence where name = ${table}
    `.execute(db);
    return rows[0]?.seq ?? 0;
  },
  setCounter: async (transaction, { table }, value) => {
    // `sqlite_sequence` has no unique key, so an upsert is not possible.
    await sql`delete from sqlite_sequence where name = ${table}`.execute(transaction);
    await sql`insert into sqlite_sequence (name, seq) values (${table}, ${value})`.execute(transaction);
  },
  size: async (db) => {
    const { rows } = await sql<{ readonly bytes: number }>`
      select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()
    `.execute(db);
    return rows[0]?.bytes ?? 0;
  },
};

/** SQLite's side of the dialect. `file` appears in errors. */
export function createSqliteDialect(file: string): SqlDialect {
  return {
    schema: {
      text: "text",
      integer: "integer",
      bytes: "blob",
      counter: "integer primary key autoincrement",
      keyedTable: "without rowid",
      outputHash: {
        judged: "json_extract(record, '$.output.agent_sha')",
        accepted: "json_extract(record, '$.output.approved_sha')",
      },
      injectionTime: "json_extract(document, '$.time')",
      protectAudit: PROTECT_AUDIT,
    },
    copying: SQLITE_COPYING,
    // `begin immediate` already holds the only write lock.
    lock: async () => {},
    canLockRows: false,
    clock: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
    scrub: (db) => scrub(db, file),
    vectorTables: async () => [],
    // With a single writer there are no deadlocks.
    isRetryable: () => false,
    toStoreError: (error) => sqliteError(file, error),
  };
}

/**
 * `secure_delete` overwrites deleted cells, but a page rebuilt during a split may keep an older copy (seen with rows
 * of random sizes), and the log contains whole old pages. So this rewrites the file and truncates the log, which
 * takes time proportional to the file size.
 */
async function scrub(db: Kysely<Tables>, file: string): Promise<void> {
  await sql`vacuum`.execute(db);
  const { rows } = await sql<{ readonly busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
  if (rows[0]?.busy !== 1) return;
  throw new StoreError(
    "store_locked",
    `${file}: the records are erased, but another process still reads an older state of the file; stop it and erase again`,
  );
}

/** Also refuses an existing number, because `insert or replace` deletes rows without firing the delete trigger. */
const PROTECT_AUDIT: readonly string[] = [
  `create trigger audit_insert before insert on audit
   when new.seq is not (select coalesce(max(seq), 0) + 1 from audit)
   begin select raise(abort, 'the audit log is append-only: only the next entry can be added'); end`,
  `create trigger audit_update before update on audit
   when new.body is not null or new.salt is not null
     or (new.seq, new.time, new.action, new.subject, new.body_hash, new.previous, new.hash)
       is not (old.seq, old.time, old.action, old.subject, old.body_hash, old.previous, old.hash)
   begin select raise(abort, 'the audit log is append-only: only a body can be erased'); end`,
  `create trigger audit_delete before delete on audit
   begin select raise(abort, 'the audit log is append-only: nothing can be deleted'); end`,
];
