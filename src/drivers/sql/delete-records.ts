import { setImmediate } from "node:timers/promises";
import type { Transaction } from "kysely";
import { appendAudit } from "./audit/append-audit.ts";
import { fromRecord, toFeedbackRow } from "./feedback-row.ts";
import type { SqlDatabase } from "./sql-database.ts";
import type { Tables } from "./tables.ts";

const BATCH = 500;

/**
 * Deletes records and submissions that are older, and answers how many records there were. Oldest first, in short transactions that let others write in between. The first of them
 * says in the audit log what is being done, and the last how much more it came to: a crash in between can only
 * leave the second away.
 */
export async function deleteRecords(database: SqlDatabase, before: string, by: string): Promise<number> {
  await deleteInBatches(database, { before, by, subject: "submission", deleteBatch: deleteSubmissions });
  return deleteInBatches(database, { before, by, subject: "feedback", deleteBatch });
}

interface Deletion {
  readonly before: string;
  readonly by: string;
  readonly subject: "feedback" | "submission";
  /** Deletes at most as many as a batch holds, and answers how many there were. */
  readonly deleteBatch: (transaction: Transaction<Tables>, before: string) => Promise<number>;
}

async function deleteInBatches(
  database: SqlDatabase,
  { before, by, subject, deleteBatch: deleteSome }: Deletion,
): Promise<number> {
  let told = 0;
  let deleted = 0;
  for (;;) {
    const count = await database.commit(async (transaction) => {
      const batch = await deleteSome(transaction, before);
      const complete = batch < BATCH;
      if (told === 0 ? batch > 0 : complete) {
        const detail = { older_than: before, records: deleted + batch - told, complete };
        await appendAudit(transaction, { actor: by, action: "records.deleted", subject, detail }, database);
      }
      return batch;
    });
    deleted += count;
    if (told === 0) told = count;
    if (count < BATCH) return deleted;
    await setImmediate();
  }
}

async function deleteBatch(transaction: Transaction<Tables>, before: string): Promise<number> {
  const rows = await transaction
    .selectFrom("feedback")
    .select(["seq", "record"])
    .where("time", "<", before)
    .orderBy("time")
    .orderBy("seq")
    .limit(BATCH)
    .execute();
  for (const { seq, record } of rows) {
    // The record tells the whole key of its tag rows, which saves an index that nothing else would read.
    const { tags, time } = toFeedbackRow(fromRecord(record));
    if (tags.length === 0) continue;
    await transaction
      .deleteFrom("feedback_tag")
      .where("tag", "in", tags)
      .where("time", "=", time)
      .where("seq", "=", seq)
      .execute();
  }
  if (rows.length > 0) {
    await transaction
      .deleteFrom("feedback")
      .where(
        "seq",
        "in",
        rows.map(({ seq }) => seq),
      )
      .execute();
  }
  return rows.length;
}

/** What waits stays, however old: somebody still has to look at it. */
async function deleteSubmissions(transaction: Transaction<Tables>, before: string): Promise<number> {
  let deleted = 0;
  for (const status of ["decided", "withdrawn"]) {
    const { numDeletedRows } = await transaction
      .deleteFrom("submission")
      .where("seq", "in", (eb) =>
        eb
          .selectFrom("submission")
          .select("seq")
          .where("status", "=", status)
          .where("closed_at", "<", before)
          .orderBy("closed_at")
          .orderBy("seq")
          .limit(BATCH - deleted),
      )
      .executeTakeFirst();
    deleted += Number(numDeletedRows);
    if (deleted >= BATCH) break;
  }
  return deleted;
}
