import type { Transaction } from "kysely";
import { ERASED_PERSON } from "../../../core/feedback/feedback.ts";
import { affectedRows } from "../query.ts";
import { storedText } from "../stored-text.ts";
import type { Tables } from "../tables.ts";

/** Removes a person's name from rounds they recorded, and returns how many there were. */
export async function eraseRounds(
  transaction: Transaction<Tables>,
  names: readonly string[],
): Promise<number> {
  const others = names.filter((name) => name !== ERASED_PERSON).map(storedText);
  if (others.length === 0) return 0;
  return affectedRows(
    transaction
      .updateTable("task_round")
      .set({ recorded_by: ERASED_PERSON })
      .where("recorded_by", "in", others),
  );
}

/**
 * Deletes rounds recorded before a time, oldest first, and tasks without any other. Returns the ids of their
 * documents.
 */
export async function deleteRounds(
  transaction: Transaction<Tables>,
  before: string,
  most: number,
): Promise<readonly string[]> {
  const rows = await transaction
    .selectFrom("task_round")
    .select(["agent", "task", "position", "document_id"])
    .where("recorded_at", "<", before)
    .orderBy("recorded_at")
    .limit(most)
    .execute();
  for (const { agent, task, position } of rows) {
    await transaction
      .deleteFrom("task_round")
      .where("agent", "=", agent)
      .where("task", "=", task)
      .where("position", "=", position)
      .execute();
  }
  if (rows.length < most) await transaction.deleteFrom("task").where("updated_at", "<", before).execute();
  return rows.map(({ document_id }) => document_id);
}
