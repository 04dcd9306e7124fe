import { setImmediate } from "node:timers/promises";
import { createChainCheck } from "../../../core/audit/check-chain.ts";
import { openEntry } from "../../../core/audit/open-entry.ts";
import type { AuditLog } from "../../../ports/audit-log.ts";
import { sha256 } from "../../crypto/sha256.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { appendAudit } from "./append-audit.ts";
import { readEntries } from "./read-entries.ts";

const MAX_PAGE = 500;

export function createSqlAuditLog(database: SqlDatabase): AuditLog {
  const { db, run, transact } = database;
  return {
    append: async (act) =>
      openEntry(await transact((transaction) => appendAudit(transaction, act, database))),
    list: ({ limit, before }) =>
      run(async () => {
        const rows = await db
          .selectFrom("audit")
          .selectAll()
          .where("seq", "<", before ?? Number.MAX_SAFE_INTEGER)
          .orderBy("seq", "desc")
          .limit(Math.min(MAX_PAGE, Math.max(1, Math.trunc(limit) || 1)))
          .execute();
        return rows.map(openEntry);
      }),
    verify: (noted) =>
      run(async () => {
        const check = createChainCheck(sha256, noted);
        for await (const page of readEntries(db)) {
          if (!page.every((entry) => check.add(entry))) break;
          // A long log is read without keeping others from their turn.
          await setImmediate();
        }
        return check.verdict();
      }),
  };
}
