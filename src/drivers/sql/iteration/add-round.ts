import type { Transaction } from "kysely";
import type { TaskRound } from "../../../core/iteration/task-round.ts";
import { addEvent } from "../event/add-event.ts";
import { timeOf } from "../stored-time.ts";
import type { Tables } from "../tables.ts";
import { keyColumns, toRoundRow, toTaskHeader } from "./round-row.ts";

/** Writes a round behind the last one of its task, with an event for each escalation; false where it is not the next. */
export async function addRound(
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
  if (known !== undefined || !(await moveTask(transaction, round))) return false;
  await transaction.insertInto("task_round").values(row).execute();
  for (const { issue_id } of round.escalations) {
    const payload = { id: issue_id, revision: round.position, task: round.task, round: round.number };
    const whose = round.agent === null ? {} : { agent: round.agent };
    await addEvent(transaction, "iteration.escalated", { ...payload, ...whose }, now);
  }
  return true;
}

/** Makes the task, or moves it on by one round; false where somebody else did meanwhile. */
async function moveTask(transaction: Transaction<Tables>, round: TaskRound): Promise<boolean> {
  const { agent, task } = keyColumns(round);
  const values = {
    last_position: round.position,
    last_number: round.number,
    updated_at: timeOf(round.recorded_at),
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
  const { numUpdatedRows } = await transaction
    .updateTable("task")
    .set((eb) => ({ ...values, escalations: eb("escalations", "+", round.escalations.length) }))
    .where("agent", "=", agent)
    .where("name", "=", task)
    .where("last_position", "=", round.position - 1)
    .where("last_number", "<", round.number)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
