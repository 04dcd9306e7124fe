import type { Page } from "../../../core/page.ts";
import type { StatedTracking, TaskRound } from "../../../core/iteration/task-round.ts";
import type { IterationStore, TaskKey, TaskQuery, TaskHeader } from "../../../ports/iteration-store.ts";
import { readTimePage } from "../read-time-page.ts";
import { affectedRows, findFirst } from "../query.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { storedKey, storedText } from "../stored-text.ts";
import type { Transaction, Insertable, Selectable } from "kysely";
import { addEvent } from "../event/add-event.ts";
import { toStoredTime } from "../stored-time.ts";
import type { Tables } from "../tables.ts";

const keyColumns = ({ agent, task }: TaskKey): { readonly agent: string; readonly task: string } => ({
  agent: agent === null ? "" : storedKey(agent),
  task: storedKey(task),
});

/** The table only contains what `toRoundRow` wrote. */
const fromRoundRow = ({
  document,
  recorded_by,
}: Pick<Selectable<Tables["task_round"]>, "document" | "recorded_by">): TaskRound => ({
  ...(JSON.parse(document) as Omit<TaskRound, "recorded_by">),
  recorded_by,
});

const toTaskHeader = ({ task, agent, max, score, verdict, target }: TaskRound): string =>
  JSON.stringify({ task, agent, max, score, verdict, target_path: target.path } satisfies KeptHeader);

const fromTaskRow = ({
  header,
  last_position,
  last_number,
  escalations,
  updated_at,
}: Selectable<Tables["task"]>): TaskHeader => ({
  ...(JSON.parse(header) as KeptHeader),
  round_count: last_position,
  last_number,
  escalations,
  recorded_at: updated_at,
});

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
  const list = (query: TaskQuery): Promise<Page<TaskHeader>> => {
    let rows = db.selectFrom("task").selectAll().select("updated_at as time");
    if (query.agent !== undefined) {
      rows = rows.where("agent", "=", query.agent === null ? "" : storedKey(query.agent));
    }
    if (query.task !== undefined) rows = rows.where("name", "=", storedKey(query.task));
    return readTimePage({ streams: [rows], columns: ["updated_at", "seq"], toItem: fromTaskRow }, query);
  };
  return {
    add: (round) => transact((transaction) => addRound(transaction, round, now)),
    track: (key, position, tracking: StatedTracking) =>
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
      run(() => findFirst(roundsOf(key).where("document_id", "=", storedKey(documentId)), fromRoundRow)),
    findRound: (key, position) =>
      run(() => findFirst(roundsOf(key).where("position", "=", position), fromRoundRow)),
    list: (query) => run(() => list(query)),
  };
}

/** Appends a round to its task, with an event per escalation. Returns false if it is not the next one. */
async function addRound(
  transaction: Transaction<Tables>,
  round: TaskRound,
  now: () => Date,
): Promise<boolean> {
  const row = toRoundRow(round);
  const { agent, task } = row;
  const known = await transaction
    .selectFrom("task_round")
    .select("position")
    .where("agent", "=", agent)
    .where("task", "=", task)
    .where("document_id", "=", row.document_id)
    .executeTakeFirst();
  if (known !== undefined || !(await advanceTask(transaction, round))) return false;
  await transaction.insertInto("task_round").values(row).execute();
  for (const { issue_id } of round.escalations) {
    const payload = { id: issue_id, revision: round.position, task: round.task, round: round.number };
    const whose = round.agent === null ? {} : { agent: round.agent };
    await addEvent(transaction, "iteration.escalated", { ...payload, ...whose }, now);
  }
  return true;
}

/** Creates the task or advances it by one round. Returns false if someone else did so first. */
async function advanceTask(transaction: Transaction<Tables>, round: TaskRound): Promise<boolean> {
  const { agent, task } = keyColumns(round);
  const values = {
    last_position: round.position,
    last_number: round.number,
    updated_at: toStoredTime(round.recorded_at),
    header: toTaskHeader(round),
  };
  if (round.position === 1) {
    const added = await transaction
      .insertInto("task")
      .values({ agent, name: task, escalations: round.escalations.length, ...values })
      .onConflict((conflict) => conflict.doNothing())
      .returning("seq")
      .executeTakeFirst();
    return added !== undefined;
  }
  const updated = transaction
    .updateTable("task")
    .set((eb) => ({ ...values, escalations: eb("escalations", "+", round.escalations.length) }))
    .where("agent", "=", agent)
    .where("name", "=", task)
    .where("last_position", "=", round.position - 1)
    .where("last_number", "<", round.number);
  return (await affectedRows(updated)) > 0;
}

function toRoundRow({ recorded_by, ...round }: TaskRound): Insertable<Tables["task_round"]> {
  return {
    ...keyColumns(round),
    position: round.position,
    document_id: storedKey(round.document_id),
    recorded_by: storedText(recorded_by),
    recorded_at: toStoredTime(round.recorded_at),
    document: JSON.stringify(round),
  };
}

type KeptHeader = Pick<TaskHeader, "task" | "agent" | "max" | "score" | "verdict" | "target_path">;
