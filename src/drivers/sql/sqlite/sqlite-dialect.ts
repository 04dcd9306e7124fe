import { type Kysely, sql } from "kysely";
import type { SqlDialect } from "../sql-dialect.ts";
import { StoreError } from "../../../ports/store-error.ts";
import type { Tables } from "../tables.ts";
import { PROTECT_AUDIT } from "./protect-audit.ts";
import { SQLITE_COPYING } from "./sqlite-copying.ts";
import { sqliteError } from "./sqlite-error.ts";

/** How SQLite differs; `file` is named in errors. */
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
      protectAudit: PROTECT_AUDIT,
    },
    copying: SQLITE_COPYING,
    // `begin immediate` has taken the only write lock there is.
    lock: async () => {},
    holdsRows: false,
    clock: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
    scrub: (db) => scrub(db, file),
    vectorTables: async () => [],
    // One writer at a time waits for nobody.
    isBrokenOff: () => false,
    toStoreError: (error) => sqliteError(file, error),
  };
}

/**
 * `secure_delete` overwrites deleted cells, but a page that was rebuilt while it was split may keep an older
 * copy (seen with rows of random sizes), and the log holds whole old pages: so the file is written anew and
 * the log cut to nothing. This takes time in proportion to the file.
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
