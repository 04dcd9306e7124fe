import { inParts } from "../../../core/in-parts.ts";
import type { FeedbackStore, Recorded } from "../../../ports/feedback-store.ts";
import { deleteRecords } from "./delete-records.ts";
import { eraseRecords, scrubIfDue } from "../erase-records.ts";
import { type FeedbackRow, fromRecord, toFeedbackRow } from "./feedback-row.ts";
import { GroupCommit } from "../group-commit.ts";
import { timeOf } from "../stored-time.ts";
import { listFeedback } from "./list-feedback.ts";
import { listOfOutput } from "./list-of-output.ts";
import { readRollUp } from "./read-roll-up.ts";
import { readRollUpPart } from "./read-roll-up-part.ts";
import { readRollUpNews } from "./read-roll-up-news.ts";
import { prepareRecordRows } from "./record-rows.ts";
import { RowShapes, rowsOf } from "../row-shapes.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { storedKey } from "../stored-text.ts";

/** The most rows of one transaction, so that readers and other writers never wait long. */
const MAX_GROUP = 1_024;

const MAX_FOUND = 500;

/** Who acts where nobody is named. */
const NOBODY = "emend";

export function createSqlFeedbackStore(database: SqlDatabase): FeedbackStore {
  const { commit, db, dialect, now, run } = database;
  const recordRows = prepareRecordRows(db);
  const byIds = new RowShapes((count) =>
    db.selectFrom("feedback").select("record").where("id", "in", rowsOf(count, "")).compile(),
  );
  const group = new GroupCommit<FeedbackRow, Recorded>({
    maxRows: MAX_GROUP,
    commit: (rows) => commit((transaction) => recordRows(transaction, rows, database)),
  });
  return {
    record: (feedback) =>
      run(async () => {
        const answers: Recorded[] = [];
        // All are made before any is written, so that one that is refused leaves nothing of its call behind.
        const rows = feedback.map(toFeedbackRow);
        for (const part of inParts(rows, MAX_GROUP)) {
          for (const answer of await group.add(part)) answers.push(answer);
        }
        return answers;
      }),
    find: (id) =>
      run(async () => {
        const row = await db
          .selectFrom("feedback")
          .select("record")
          .where("id", "=", storedKey(id))
          .executeTakeFirst();
        return row === undefined ? undefined : fromRecord(row.record);
      }),
    findAll: (ids) =>
      run(async () => {
        const keys = [...new Set(ids.map(storedKey))].slice(0, MAX_FOUND);
        const rows = await byIds.lookUp<{ record: string }>(db, keys);
        return rows.map(({ record }) => fromRecord(record));
      }),
    ofOutput: (hashes) => run(() => listOfOutput(db, hashes)),
    list: (query) => run(() => listFeedback(db, query)),
    rollUp: (range) => run(() => readRollUp(db, range)),
    rollUpPart: (part) => run(() => readRollUpPart(db, part)),
    rollUpSince: (query) => run(() => readRollUpNews(db, now().getTime(), query)),
    erasePerson: (personId, by = NOBODY, outside) =>
      run(async () => {
        const erased = await eraseRecords(database, { personId, by, outside });
        await scrubIfDue(db, dialect);
        return erased;
      }),
    deleteOlderThan: (time, by = NOBODY, outside) =>
      run(() => deleteRecords(database, { before: timeOf(time), by, outside })),
  };
}
