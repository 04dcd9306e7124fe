import type { Selectable } from "kysely";
import { chunk } from "../../../core/chunk.ts";
import { dismissalAct, type ReminderEnd } from "../../../core/reminder/reminder.ts";
import type { ReminderStore } from "../../../ports/rule-store.ts";
import { appendAudit } from "../audit/append-audit.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { storedKey, storedText } from "../stored-text.ts";
import type { Tables } from "../tables.ts";

const MAX_ASKED = 2_000;
const PART = 500;

export function createSqlReminderStore(database: SqlDatabase): ReminderStore {
  const { db, run, transact } = database;
  return {
    ends: (feedbackIds) =>
      run(async () => {
        const found = new Map<string, ReminderEnd>();
        const ids = new Map(feedbackIds.slice(0, MAX_ASKED).map((id) => [storedKey(id), id]));
        for (const keys of chunk([...ids.keys()], PART)) {
          const rows = await db
            .selectFrom("reminder_end")
            .selectAll()
            .where("feedback_id", "in", keys)
            .execute();
          for (const row of rows) {
            const id = ids.get(row.feedback_id) ?? row.feedback_id;
            found.set(id, toEnd(row, id));
          }
        }
        return found;
      }),
    end: (end) =>
      transact(async (transaction) => {
        const written = await transaction
          .insertInto("reminder_end")
          .values({
            feedback_id: storedKey(end.feedback_id),
            how: end.how,
            ended_by: storedText(end.by),
            reason: storedText(end.reason),
            ended_at: end.at,
          })
          .onConflict((conflict) => conflict.column("feedback_id").doNothing())
          .returning("feedback_id")
          .executeTakeFirst();
        if (written === undefined) return false;
        if (end.how === "dismissed") await appendAudit(transaction, dismissalAct(end), database);
        return true;
      }),
  };
}

const toEnd = (row: Selectable<Tables["reminder_end"]>, feedback_id: string): ReminderEnd => ({
  feedback_id,
  how: row.how === "fixed" ? "fixed" : "dismissed",
  by: row.ended_by,
  reason: row.reason,
  at: row.ended_at,
});
