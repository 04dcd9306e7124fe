import type { Transaction } from "kysely";
import type { CheckChange } from "../../../core/check/decide-check.ts";
import type { RuleCheck } from "../../../core/check/rule-check.ts";
import { appendAudit } from "../audit/append-audit.ts";
import { addEvent } from "../event/add-event.ts";
import { readPeopleRevision } from "../person/people-revision.ts";
import { affectedRows } from "../query.ts";
import type { WriteContext } from "../sql-database.ts";
import type { Tables } from "../tables.ts";
import { toCheckRow } from "./check-row.ts";

/**
 * Saves a change with its event and acts. Returns false and changes nothing if the check or the people changed in
 * between.
 */
export async function saveCheck(
  transaction: Transaction<Tables>,
  { state, acts, people }: CheckChange,
  context: WriteContext,
): Promise<boolean> {
  if (people !== undefined) {
    // Blocks changes to people until this is saved.
    await context.dialect.lock(transaction, "people");
    if ((await readPeopleRevision(transaction)) !== people) return false;
  }
  const actions = acts.map(({ action }) => action);
  if (!(await writeCheck(transaction, state, context.now, actions))) return false;
  for (const act of acts) await appendAudit(transaction, act, context);
  return true;
}

/** Updates a check if its revision is the previous one, with its event. */
export async function writeCheck(
  transaction: Transaction<Tables>,
  check: RuleCheck,
  now: () => Date,
  acts: readonly string[] = [],
): Promise<boolean> {
  if (check.revision === 1) return addCheck(transaction, check, now, acts);
  const row = toCheckRow(check);
  const updated = transaction
    .updateTable("rule_check")
    .set(row)
    .where("id", "=", row.id)
    .where("revision", "=", check.revision - 1);
  if ((await affectedRows(updated)) === 0) return false;
  await addCheckEvent(transaction, check, now, acts);
  return true;
}

/** Inserts a check at any revision, with its event. */
export async function addCheck(
  transaction: Transaction<Tables>,
  check: RuleCheck,
  now: () => Date,
  acts: readonly string[] = [],
): Promise<boolean> {
  const added = await transaction
    .insertInto("rule_check")
    .values(toCheckRow(check))
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("seq")
    .executeTakeFirst();
  if (added === undefined) return false;
  await addCheckEvent(transaction, check, now, acts);
  return true;
}

async function addCheckEvent(
  transaction: Transaction<Tables>,
  check: RuleCheck,
  now: () => Date,
  acts: readonly string[],
): Promise<void> {
  const { id, rule_id, state, revision } = check;
  const done = acts.length === 0 ? {} : { acts };
  await addEvent(transaction, "check.changed", { id, rule: rule_id, status: state, revision, ...done }, now);
}
