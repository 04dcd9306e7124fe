import { setImmediate } from "node:timers/promises";
import type { Transaction } from "kysely";
import type { VectorIndex } from "../../../ports/vector-index.ts";
import { removeFromEveryModel } from "../vector/remove-from-every-model.ts";
import { appendAudit } from "../audit/append-audit.ts";
import { deleteHits } from "../check/erase-checks.ts";
import { deleteCorrections } from "../correction/erase-corrections.ts";
import { deleteRounds } from "../iteration/erase-rounds.ts";
import { parseFeedbackRecord, toFeedbackRow } from "./feedback-row.ts";
import { storedKey } from "../stored-text.ts";
import type { SqlDatabase } from "../sql-database.ts";
import type { Tables } from "../tables.ts";

const BATCH = 500;

/**
 * Deletes older records with their vectors, and older submissions, refinements, rounds, corrections and hits of checks.
 * Returns how many records were deleted. Deletes oldest first in short transactions, so that others can write in between. The first writes an
 * audit entry, and the last one with the remaining count, which is all that a crash can lose.
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
  await deleteInBatches(database, {
    before,
    by,
    subject: "correction",
    deleteBatch: (transaction) => deleteCorrections(transaction, before, BATCH),
  });
  await deleteInBatches(database, {
    before,
    by,
    subject: "hit",
    deleteBatch: (transaction) => deleteHits(transaction, before, BATCH),
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
  /** Index outside the store that also holds vectors. */
  readonly outside?: Pick<VectorIndex, "remove"> | undefined;
}

interface Deletion extends Omit<Deleting, "outside"> {
  readonly subject: "correction" | "feedback" | "hit" | "iteration" | "refinement" | "submission";
  /** Deletes at most one batch, and returns the ids. */
  readonly deleteBatch: (transaction: Transaction<Tables>, before: string) => Promise<readonly string[]>;
  /** Runs after the batch has been audited. */
  readonly finish?: (transaction: Transaction<Tables>, ids: readonly string[]) => Promise<void>;
}

async function deleteInBatches(
  database: SqlDatabase,
  { before, by, subject, deleteBatch: deleteSome, finish }: Deletion,
): Promise<number> {
  let reported = 0;
  let deleted = 0;
  for (;;) {
    const count = await database.commit(async (transaction) => {
      const ids = await deleteSome(transaction, before);
      const batch = ids.length;
      const complete = batch < BATCH;
      if (reported === 0 ? batch > 0 : complete) {
        const detail = { older_than: before, records: deleted + batch - reported, complete };
        await appendAudit(transaction, { actor: by, action: "records.deleted", subject, detail }, database);
      }
      await finish?.(transaction, ids);
      return batch;
    });
    deleted += count;
    if (reported === 0) reported = count;
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
    const feedback = parseFeedbackRecord(record);
    ids.push(feedback.id);
    // The record contains the complete key of its tag rows, so no index by record is needed.
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

/** Keeps waiting submissions, however old: someone still has to review them. */
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
