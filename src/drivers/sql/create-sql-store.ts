import type { Store } from "../../ports/store.ts";
import { createSqlAuditLog } from "./audit/sql-audit-log.ts";
import { scrubIfDue } from "./erase-records.ts";
import { createSqlEventLog } from "./event/sql-event-log.ts";
import { createSqlOutbox } from "./event/sql-outbox.ts";
import { createSqlDatabase, type SqlDatabaseOptions } from "./sql-database.ts";
import { createSqlFeedbackStore } from "./sql-feedback-store.ts";

/** The store over a database whose schema is brought up to date first; closing it closes the database. */
export async function createSqlStore(options: SqlDatabaseOptions): Promise<Store> {
  const database = await createSqlDatabase(options);
  // An unfinished erasure stays due where it cannot be finished now; that keeps nobody from opening the store.
  await scrubIfDue(options.db, options.dialect).catch(() => undefined);
  const events = createSqlEventLog(database);
  return {
    feedback: createSqlFeedbackStore(database),
    outbox: createSqlOutbox(database),
    events,
    audit: createSqlAuditLog(database),
    close: async () => {
      await events.close();
      await database.close();
    },
  };
}
