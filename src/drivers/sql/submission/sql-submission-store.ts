import type { SubmissionStore } from "../../../ports/submission-store.ts";
import { nameLimitsOf } from "../feedback/name-limits.ts";
import { prepareRecordRows } from "../feedback/record-rows.ts";
import { buildRecordShapes } from "../feedback/record-shapes.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { storedKey } from "../stored-text.ts";
import { countSubmissions } from "./count-submissions.ts";
import { listSubmissions } from "./list-submissions.ts";
import { saveDecision, saveSubmission } from "./save-submission.ts";
import { fromSubmissionRow } from "./submission-row.ts";
import { submitWork } from "./submit-work.ts";

export function createSqlSubmissionStore(database: SqlDatabase): SubmissionStore {
  const { db, run, transact, now } = database;
  const recordRows = prepareRecordRows(db);
  const { agentHours } = buildRecordShapes(db);
  const limitNames = nameLimitsOf(db);
  return {
    submit: (submission) =>
      transact((transaction) => submitWork(transaction, submission, { agentHours, limitNames, now })),
    find: (id) =>
      run(async () => {
        const row = await db
          .selectFrom("submission")
          .select(["header", "texts"])
          .where("id", "=", storedKey(id))
          .executeTakeFirst();
        return row === undefined ? undefined : fromSubmissionRow(row);
      }),
    list: (query) => run(() => listSubmissions(db, query)),
    counts: (query) => run(() => countSubmissions(db, query)),
    decide: (change) =>
      transact((transaction) => saveDecision(transaction, change, { ...database, recordRows })),
    withdraw: (change) => transact((transaction) => saveSubmission(transaction, change, database)),
  };
}
