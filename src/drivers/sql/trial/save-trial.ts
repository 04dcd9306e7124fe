import type { Transaction } from "kysely";
import type { TrialChange } from "../../../core/trial/decide-trial.ts";
import { NO_TALLY } from "../../../core/trial/trial-evidence.ts";
import type { Trial } from "../../../core/trial/trial.ts";
import { appendAudit } from "../audit/append-audit.ts";
import { addEvent } from "../event/add-event.ts";
import { affectedRows } from "../query.ts";
import type { WriteContext } from "../sql-database.ts";
import type { Tables } from "../tables.ts";
import { toTrialRow } from "./trial-row.ts";

/** Saves a change with its event and acts. Returns false and changes nothing if that is not possible. */
export async function saveTrial(
  transaction: Transaction<Tables>,
  { state, acts }: TrialChange,
  context: WriteContext,
): Promise<boolean> {
  const actions = acts.map(({ action }) => action);
  if (!(await writeTrial(transaction, state, context.now, actions))) return false;
  for (const act of acts) await appendAudit(transaction, act, context);
  return true;
}

/** Writes a trial if its revision is the previous one, with its event. */
export async function writeTrial(
  transaction: Transaction<Tables>,
  trial: Trial,
  now: () => Date,
  acts: readonly string[] = [],
): Promise<boolean> {
  const row = toTrialRow(trial);
  const { id, revision, state } = trial;
  if (revision === 1) {
    const added = await transaction
      .insertInto("trial")
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning("seq")
      .executeTakeFirst();
    if (added === undefined) return false;
    const tally = { trial_id: row.id, revision: 0, unassigned: 0, document: JSON.stringify(NO_TALLY) };
    await transaction.insertInto("trial_tally").values(tally).execute();
  } else {
    const written = await affectedRows(
      transaction
        .updateTable("trial")
        .set(row)
        .where("id", "=", row.id)
        .where("revision", "=", revision - 1),
    );
    if (written === 0) return false;
  }
  const done = acts.length === 0 ? {} : { acts };
  await addEvent(transaction, "trial.changed", { id, status: state, revision, ...done }, now);
  return true;
}
