import type { Transaction } from "kysely";
import type { EvaluationChange } from "../../../core/evaluation/decide-evaluation.ts";
import { type EvaluationRecord, standingOf } from "../../../core/evaluation/evaluation.ts";
import { hash32 } from "../../../core/hash.ts";
import { appendAudit } from "../audit/append-audit.ts";
import { addEvent } from "../event/add-event.ts";
import { toStoredTime } from "../stored-time.ts";
import { affectedRows } from "../query.ts";
import type { WriteContext } from "../sql-database.ts";
import { storedKey, storedText } from "../stored-text.ts";
import type { Tables } from "../tables.ts";
import { addCounts } from "../add-up.ts";

/** Emend's own evaluations are not audited: there are as many as feedback, and they would bury people's acts. */
const EMEND = "emend";
const PARTS = 16;

/**
 * Saves a change with its event and the acts of people. Returns false and changes nothing if another change came
 * first.
 */
export async function saveEvaluation(
  transaction: Transaction<Tables>,
  { state, acts }: EvaluationChange,
  context: WriteContext,
): Promise<boolean> {
  if (!(await writeEvaluation(transaction, state, context.now))) return false;
  if (becameAmbiguous({ state, acts })) {
    const { feedback_id, revision } = state;
    const payload = { id: storedKey(feedback_id), standing: "ambiguous", revision };
    await addEvent(transaction, "evaluation.ambiguous", payload, context.now);
  }
  for (const act of acts) if (act.actor !== EMEND) await appendAudit(transaction, act, context);
  return true;
}

/** Whether it now needs a person's decision and did not before. */
const becameAmbiguous = ({ state, acts }: EvaluationChange): boolean =>
  standingOf(state) === "ambiguous" &&
  acts.some(({ action, detail }) => action === "evaluation.made" && detail["before"] !== "ambiguous");

/** Updates an evaluation if its revision is the previous one, with its event and the counts. */
export async function writeEvaluation(
  transaction: Transaction<Tables>,
  record: EvaluationRecord,
  now: () => Date,
): Promise<boolean> {
  const { revision } = record;
  if (revision === 1) return addEvaluation(transaction, record, now);
  const row = toRow(record);
  const key = row.feedback_id;
  const before = await transaction
    .selectFrom("evaluation")
    .select("standing")
    .where("feedback_id", "=", key)
    .where("revision", "=", revision - 1)
    .executeTakeFirst();
  if (before === undefined) return false;
  // If the revision is still the same, so is the standing.
  const updated = transaction
    .updateTable("evaluation")
    .set(row)
    .where("feedback_id", "=", key)
    .where("revision", "=", revision - 1);
  if ((await affectedRows(updated)) === 0) return false;
  if (before.standing !== row.standing) {
    await count(transaction, key, [
      [before.standing, -1],
      [row.standing, 1],
    ]);
  }
  await addEvent(transaction, "evaluation.changed", { id: key, standing: row.standing, revision }, now);
  return true;
}

/** Inserts an evaluation at any revision, with its event and the counts. */
export async function addEvaluation(
  transaction: Transaction<Tables>,
  record: EvaluationRecord,
  now: () => Date,
): Promise<boolean> {
  const row = toRow(record);
  const { feedback_id: id, standing, revision } = row;
  const added = await transaction
    .insertInto("evaluation")
    .values(row)
    .onConflict((conflict) => conflict.column("feedback_id").doNothing())
    .returning("seq")
    .executeTakeFirst();
  if (added === undefined) return false;
  await count(transaction, id, [[standing, 1]]);
  await addEvent(transaction, "evaluation.changed", { id, standing, revision }, now);
  return true;
}

function toRow(record: EvaluationRecord) {
  const { resolution } = record;
  return {
    feedback_id: storedKey(record.feedback_id),
    revision: record.revision,
    standing: standingOf(record),
    resolved: resolution === null ? 0 : 1,
    resolved_by: resolution === null ? null : storedText(resolution.by),
    time: toStoredTime(record.evaluated_at),
    document: JSON.stringify(record),
  };
}

/** Writes the counts in key order to avoid deadlocks. */
async function count(
  transaction: Transaction<Tables>,
  key: string,
  changes: readonly (readonly [standing: string, by: number])[],
): Promise<void> {
  const part = (hash32(key) >>> 0) % PARTS;
  await transaction
    .insertInto("evaluation_count")
    .values(
      changes
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([standing, by]) => ({ standing, part, count: by })),
    )
    .onConflict((conflict) =>
      conflict.columns(["standing", "part"]).doUpdateSet(addCounts("evaluation_count", ["count"])),
    )
    .execute();
}
