import { setImmediate } from "node:timers/promises";
import type { Transaction } from "kysely";
import type { VectorIndex } from "../../../ports/vector-index.ts";
import { removeFromEveryModel } from "../vector/remove-from-every-model.ts";
import { appendAudit } from "../audit/append-audit.ts";
import { deleteRounds } from "../iteration/erase-rounds.ts";
import { fromRecord, toFeedbackRow } from "./feedback-row.ts";
import { storedKey } from "../row-shapes.ts";
import type { SqlDatabase } from "../sql-database.ts";
import type { Tables } from "../tables.ts";

const BATCH = 500;

/**
 * Deletes records with their vectors, submissions, refinements and rounds of tasks that are older; answers how many records there were. The oldest
 * go first, in short transactions that let others write in between. The first of these says in the audit log what is
 * being done, and the last how much more it came to: a crash in between can only leave the second away.
 */
export async function deleteRecords(
  database: SqlDatabase,
  { before, by, outside }: Deleting,
): Promise<number> {
  const { dialect } = database;
  await deleteInBatches(database, { before, by, subject: "submission", deleteBatch: deleteSubmissions });
  await deleteInBatches(database, { before, by, subject: "refinement", deleteBatch: deleteRefinements });
  await deleteInBatches(database, {
    before,
    by,
    subject: "iteration",
    deleteBatch: (transaction) => deleteRounds(transaction, before, BATCH),
  });
  return deleteInBatches(database, {
    before,
    by,
    subject: "feedback",
    deleteBatch,
    finish: (transaction, ids) => removeFromEveryModel(transaction, ids, { dialect, outside }),
  });
}

interface Deleting {
  readonly before: string;
  readonly by: string;
  /** Vectors that are not in the store. */
  readonly outside?: Pick<VectorIndex, "remove"> | undefined;
}

interface Deletion extends Omit<Deleting, "outside"> {
  readonly subject: "feedback" | "iteration" | "refinement" | "submission";
  /** Deletes at most as many as a batch holds, and answers their ids. */
  readonly deleteBatch: (transaction: Transaction<Tables>, before: string) => Promise<readonly string[]>;
  /** What is left to do for a batch once the audit log has it. */
  readonly finish?: (transaction: Transaction<Tables>, ids: readonly string[]) => Promise<void>;
}

async function deleteInBatches(
  database: SqlDatabase,
  { before, by, subject, deleteBatch: deleteSome, finish }: Deletion,
): Promise<number> {
  let told = 0;
  let deleted = 0;
  for (;;) {
    const count = await database.commit(async (transaction) => {
      const ids = await deleteSome(transaction, before);
      const batch = ids.length;
      const complete = batch < BATCH;
      if (told === 0 ? batch > 0 : complete) {
        const detail = { older_than: before, records: deleted + batch - told, complete };
        await appendAudit(transaction, { actor: by, action: "records.deleted", subject, detail }, database);
      }
      await finish?.(transaction, ids);
      return batch;
    });
    deleted += count;
    if (told === 0) told = count;
    if (count < BATCH) return deleted;
    await setImmediate();
  }
}

async function deleteBatch(transaction: Transaction<Tables>, before: string): Promise<readonly string[]> {
  const rows = await transaction
    .selectFrom("feedback")
    .select(["seq", "record"])
    .where("time", "<", before)
    .orderBy("time")
    .orderBy("seq")
    .limit(BATCH)
    .execute();
  const ids: string[] = [];
  for (const { seq, record } of rows) {
    const feedback = fromRecord(record);
    ids.push(feedback.id);
    // The record tells the whole key of its tag rows, which saves an index that nothing else would read.
    const { tags, time, run, outputs } = toFeedbackRow(feedback);
    await transaction
      .deleteFrom("run_heard")
      .where("run", "=", run)
      .where("time", "=", time)
      .where("seq", "=", seq)
      .execute();
    if (outputs.length > 0) {
      await transaction
        .deleteFrom("feedback_output")
        .where("hash", "in", outputs)
        .where("seq", "=", seq)
        .execute();
    }
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
    await transaction.deleteFrom("reminder_end").where("feedback_id", "in", ids.map(storedKey)).execute();
  }
  return ids;
}

async function deleteRefinements(
  transaction: Transaction<Tables>,
  before: string,
): Promise<readonly string[]> {
  const rows = await transaction
    .deleteFrom("refinement")
    .where("seq", "in", (eb) =>
      eb
        .selectFrom("refinement")
        .select("seq")
        .where("time", "<", before)
        .orderBy("time")
        .orderBy("seq")
        .limit(BATCH),
    )
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** What waits stays, however old: somebody still has to look at it. */
async function deleteSubmissions(
  transaction: Transaction<Tables>,
  before: string,
): Promise<readonly string[]> {
  const deleted: string[] = [];
  for (const status of ["decided", "withdrawn"]) {
    const rows = await transaction
      .deleteFrom("submission")
      .where("seq", "in", (eb) =>
        eb
          .selectFrom("submission")
          .select("seq")
          .where("status", "=", status)
          .where("closed_at", "<", before)
          .orderBy("closed_at")
          .orderBy("seq")
          .limit(BATCH - deleted.length),
      )
      .returning("id")
      .execute();
    for (const { id } of rows) deleted.push(id);
    if (deleted.length >= BATCH) break;
  }
  return deleted;
}
