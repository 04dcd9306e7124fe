import type { Transaction } from "kysely";
import {
  isRunning,
  type RolloutChange,
  type RolloutRecord,
  versionKey,
} from "../../../core/rollout/rollout.ts";
import { appendAudit } from "../audit/append-audit.ts";
import { addEvent } from "../event/add-event.ts";
import { affectedRows } from "../query.ts";
import type { WriteContext } from "../sql-database.ts";
import type { Tables } from "../tables.ts";
import { toRolloutRow } from "./rollout-row.ts";

/** Saves a change with its event and acts. Returns false and changes nothing if that is not possible. */
export async function saveRollout(
  transaction: Transaction<Tables>,
  { state, acts }: RolloutChange,
  context: WriteContext,
): Promise<boolean> {
  const actions = acts.map(({ action }) => action);
  if (!(await writeRollout(transaction, state, context.now, actions))) return false;
  for (const act of acts) await appendAudit(transaction, act, context);
  return true;
}

/** Writes a rollout if its revision is the previous one, with its versions and its event. */
export async function writeRollout(
  transaction: Transaction<Tables>,
  rollout: RolloutRecord,
  now: () => Date,
  acts: readonly string[] = [],
): Promise<boolean> {
  const row = toRolloutRow(rollout);
  const { id, revision, stage } = row;
  const written = revision === 1 ? await add(transaction, rollout) : await replace(transaction, rollout);
  if (!written) return false;
  const done = acts.length === 0 ? {} : { acts };
  await addEvent(transaction, "rollout.changed", { id, status: stage, revision, ...done }, now);
  return true;
}

async function add(transaction: Transaction<Tables>, rollout: RolloutRecord): Promise<boolean> {
  const row = toRolloutRow(rollout);
  const added = await transaction
    .insertInto("rollout")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("seq")
    .executeTakeFirst();
  if (added === undefined) return false;
  if (!isRunning(rollout)) return true;
  const slice = String(rollout.slice);
  const versions = (["baseline", "candidate"] as const)
    .map((role) => ({ version: versionKey(rollout[role]), rollout_id: row.id, role, slice }))
    // Sorted, so that rollouts that start at the same time lock rows in the same order.
    .toSorted((a, b) => (a.version < b.version ? -1 : 1));
  const taken = await transaction
    .insertInto("rollout_version")
    .values(versions)
    .onConflict((conflict) => conflict.column("version").doNothing())
    .returning("version")
    .execute();
  if (taken.length === versions.length) return true;
  await transaction.deleteFrom("rollout_version").where("rollout_id", "=", row.id).execute();
  await transaction.deleteFrom("rollout").where("seq", "=", added.seq).execute();
  return false;
}

async function replace(transaction: Transaction<Tables>, rollout: RolloutRecord): Promise<boolean> {
  const row = toRolloutRow(rollout);
  const updated = transaction
    .updateTable("rollout")
    .set(row)
    .where("id", "=", row.id)
    .where("revision", "=", row.revision - 1);
  if ((await affectedRows(updated)) === 0) return false;
  if (isRunning(rollout)) {
    const slice = String(rollout.slice);
    await transaction
      .updateTable("rollout_version")
      .set({ slice })
      .where("rollout_id", "=", row.id)
      .execute();
  } else {
    await transaction.deleteFrom("rollout_version").where("rollout_id", "=", row.id).execute();
  }
  return true;
}
