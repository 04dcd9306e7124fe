import type { EvaluationStore } from "../../../ports/rule-store.ts";
import { BatchStatement, repeatRow } from "../batch-statement.ts";
import { storedKey } from "../stored-text.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { countStandings, fromEvaluationRow, listEvaluations } from "./list-evaluations.ts";
import { addEvaluation, saveEvaluation } from "./save-evaluation.ts";

export function createSqlEvaluationStore(database: SqlDatabase): EvaluationStore {
  const { db, run, transact } = database;
  const byId = new BatchStatement(() =>
    db.selectFrom("evaluation").select("document").where("feedback_id", "=", "").compile(),
  );
  const byIds = new BatchStatement((count) =>
    db.selectFrom("evaluation").select("document").where("feedback_id", "in", repeatRow(count, "")).compile(),
  );
  return {
    findAll: (feedbackIds) =>
      run(async () => {
        const keys = [...new Set(feedbackIds.map(storedKey))];
        const rows = await byIds.lookUp<{ document: string }>(db, keys);
        const records = rows.map(fromEvaluationRow);
        return new Map(records.map((record) => [record.feedback_id, record]));
      }),
    find: (feedbackId) =>
      run(async () => {
        const [row] = await byId.run<{ document: string }>(db, [[storedKey(feedbackId)]]);
        return row && fromEvaluationRow(row);
      }),
    save: (change) => transact((transaction) => saveEvaluation(transaction, change, database)),
    restore: (record) => transact((transaction) => addEvaluation(transaction, record, database.now)),
    list: (query) => run(() => listEvaluations(db, query)),
    counts: () => run(() => countStandings(db)),
  };
}
