import type { GivenTracking } from "../../../core/iteration/task-round.ts";
import type { IterationStore, TaskKey, TaskPage, TaskQuery } from "../../../ports/iteration-store.ts";
import { pageLimit, pageOf, readCursor, writeCursor } from "../page-cursor.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { storedKey } from "../stored-text.ts";
import { addRound } from "./add-round.ts";
import { fromRoundRow, fromTaskRow, keyColumns, toRoundRow } from "./round-row.ts";

const MAX_ROUNDS = 1_000;

export function createSqlIterationStore({ db, now, run, transact }: SqlDatabase): IterationStore {
  const roundsOf = (key: TaskKey) => {
    const { agent, task } = keyColumns(key);
    return db
      .selectFrom("task_round")
      .select(["document", "recorded_by"])
      .where("agent", "=", agent)
      .where("task", "=", task);
  };
  const list = async (query: TaskQuery): Promise<TaskPage> => {
    const limit = pageLimit(query.limit);
    let rows = db.selectFrom("task").selectAll();
    if (query.agent !== undefined) {
      rows = rows.where("agent", "=", query.agent === null ? "" : storedKey(query.agent));
    }
    if (query.task !== undefined) rows = rows.where("name", "=", storedKey(query.task));
    if (query.after !== undefined) {
      const end = readCursor(query.after);
      rows = rows.where((eb) => eb(eb.refTuple("updated_at", "seq"), "<", eb.tuple(end.time, end.seq)));
    }
    const found = await rows
      .orderBy("updated_at", "desc")
      .orderBy("seq", "desc")
      .limit(limit + 1)
      .execute();
    return pageOf(found, limit, fromTaskRow, ({ updated_at, seq }) => writeCursor({ time: updated_at, seq }));
  };
  return {
    add: (round) => transact((transaction) => addRound(transaction, round, now)),
    track: (key, position, tracking: GivenTracking) =>
      transact(async (transaction) => {
        const { agent, task } = keyColumns(key);
        const row = await transaction
          .selectFrom("task_round")
          .select(["document", "recorded_by"])
          .where("agent", "=", agent)
          .where("task", "=", task)
          .where("position", "=", position)
          .executeTakeFirst();
        if (row === undefined) return false;
        const { document } = toRoundRow({ ...fromRoundRow(row), tracking });
        await transaction
          .updateTable("task_round")
          .set({ document })
          .where("agent", "=", agent)
          .where("task", "=", task)
          .where("position", "=", position)
          .execute();
        return true;
      }),
    rounds: (key, limit) =>
      run(async () => {
        const most = Math.min(MAX_ROUNDS, Math.max(1, Math.trunc(limit) || 1));
        const rows = await roundsOf(key).orderBy("position", "desc").limit(most).execute();
        return rows.map(fromRoundRow).toReversed();
      }),
    findDocument: (key, documentId) =>
      run(async () => {
        const row = await roundsOf(key).where("document_id", "=", storedKey(documentId)).executeTakeFirst();
        return row === undefined ? undefined : fromRoundRow(row);
      }),
    findRound: (key, position) =>
      run(async () => {
        const row = await roundsOf(key).where("position", "=", position).executeTakeFirst();
        return row === undefined ? undefined : fromRoundRow(row);
      }),
    list: (query) => run(() => list(query)),
  };
}
