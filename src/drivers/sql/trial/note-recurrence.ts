import type { Transaction } from "kysely";
import type { TrialArm } from "../../../core/trial/assign-arm.ts";
import { addRecurrence, type TrialTally } from "../../../core/trial/trial-evidence.ts";
import type { NotedRecurrence, TrialRecurrenceNote } from "../../../ports/trial-store.ts";
import { affectedRows } from "../query.ts";
import { toStoredTime } from "../stored-time.ts";
import { storedKey } from "../stored-text.ts";
import type { Tables } from "../tables.ts";

/** Adds a recurrence to its trial's tally, once for each task. */
export async function noteRecurrence(
  transaction: Transaction<Tables>,
  { trial_id, feedback_id, time, agent, task }: TrialRecurrenceNote,
): Promise<NotedRecurrence> {
  const id = storedKey(trial_id);
  // Locks the tally, so that concurrent recurrences of one trial are added one after the other.
  const tally = await transaction
    .updateTable("trial_tally")
    .set((eb) => ({ revision: eb("revision", "+", 1) }))
    .where("trial_id", "=", id)
    .returning(["unassigned", "document"])
    .executeTakeFirst();
  const trial = await transaction
    .selectFrom("trial")
    .select(["state", "share"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (tally === undefined || trial?.state !== "running") return "known";
  const feedback = storedKey(feedback_id);
  const known = await transaction
    .selectFrom("trial_recurrence")
    .select("noted")
    .where("trial_id", "=", id)
    .where("feedback_id", "=", feedback)
    .executeTakeFirst();
  if (known !== undefined) return "known";
  const keep = async (noted: NotedRecurrence): Promise<NotedRecurrence> => {
    await transaction
      .insertInto("trial_recurrence")
      .values({ trial_id: id, feedback_id: feedback, noted })
      .execute();
    return noted;
  };
  if (task === null) {
    await transaction
      .updateTable("trial_tally")
      .set({ unassigned: tally.unassigned + 1 })
      .where("trial_id", "=", id)
      .execute();
    return keep("unassigned");
  }
  const ofTask = { trial_id: id, agent: storedKey(agent), task: storedKey(task) };
  const assigned = await transaction
    .selectFrom("trial_task")
    .select("arm")
    .where("trial_id", "=", ofTask.trial_id)
    .where("agent", "=", ofTask.agent)
    .where("task", "=", ofTask.task)
    .executeTakeFirst();
  if (assigned === undefined) return "unassigned";
  const first = await affectedRows(
    transaction
      .updateTable("trial_task")
      .set({ recurred: 1 })
      .where("trial_id", "=", ofTask.trial_id)
      .where("agent", "=", ofTask.agent)
      .where("task", "=", ofTask.task)
      .where("recurred", "=", 0),
  );
  if (first === 0) return keep("repeated");
  const one = { arm: assigned.arm as TrialArm, time: toStoredTime(time), share: Number(trial.share) };
  await transaction
    .updateTable("trial_tally")
    .set({ document: JSON.stringify(addRecurrence(parseTally(tally.document), one)) })
    .where("trial_id", "=", id)
    .execute();
  return keep("counted");
}

/** The table only contains tallies. */
export const parseTally = (document: string): TrialTally => JSON.parse(document) as TrialTally;
