import { openEntry } from "../../../core/audit/erasure-act.ts";
import type { AuditLog } from "../../../ports/audit-log.ts";
import { pageLimit } from "../page-cursor.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { appendAudit } from "./append-audit.ts";
import { checkAudit } from "./check-audit.ts";
import { searchAudit } from "./search-audit.ts";

export function createSqlAuditLog(database: SqlDatabase): AuditLog {
  const { db, run, transact } = database;
  return {
    append: async (act) =>
      openEntry(await transact((transaction) => appendAudit(transaction, act, database))),
    list: ({ limit, before, actions }) =>
      run(async () => {
        if (actions?.length === 0) return [];
        const all = db.selectFrom("audit").selectAll();
        const rows = await (actions === undefined ? all : all.where("action", "in", actions))
          .where("seq", "<", before ?? Number.MAX_SAFE_INTEGER)
          .orderBy("seq", "desc")
          .limit(pageLimit(limit))
          .execute();
        return rows.map(openEntry);
      }),
    search: (query) => run(() => searchAudit(db, query)),
    verify: (noted) => run(() => checkAudit(db, noted)),
  };
}
