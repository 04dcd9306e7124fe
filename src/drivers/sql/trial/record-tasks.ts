import type { Transaction } from "kysely";
import { chunk } from "../../../core/chunk.ts";
import type { Injection } from "../../../core/rule/injection.ts";
import { injectedArms } from "../../../core/rule/injection.ts";
import { byCodeUnits } from "../../../core/text/code-points.ts";
import { addCounts } from "../add-up.ts";
import { toStoredDay, toStoredTime } from "../stored-time.ts";
import { storedKey } from "../stored-text.ts";
import type { Tables } from "../tables.ts";

/** Records the arms of an injection's task. A task that has an arm keeps it. Stopped trials take no more tasks. */
export async function recordTasks(transaction: Transaction<Tables>, injection: Injection): Promise<void> {
  const arms = injectedArms(injection);
  if (arms.length === 0) return;
  const [agent, task] = [storedKey(injection.agent), storedKey(injection.task ?? injection.run)];
  const day = toStoredDay(toStoredTime(injection.time));
  const running = await transaction
    .selectFrom("trial")
    .select("id")
    .where("state", "=", "running")
    .where(
      "id",
      "in",
      arms.map(({ trial_id }) => storedKey(trial_id)),
    )
    .execute();
  const ids = new Set(running.map(({ id }) => id));
  // In one order, so that concurrent writers do not deadlock.
  const tasks = arms
    .map(({ trial_id, arm }) => ({ trial_id: storedKey(trial_id), agent, task, arm, recurred: 0 }))
    .filter(({ trial_id }) => ids.has(trial_id))
    .toSorted((a, b) => byCodeUnits(a.trial_id, b.trial_id));
  for (const part of chunk(tasks, PART)) {
    const added = await transaction
      .insertInto("trial_task")
      .values(part)
      .onConflict((conflict) => conflict.columns(["trial_id", "agent", "task"]).doNothing())
      .returning(["trial_id", "arm"])
      .execute();
    if (added.length === 0) continue;
    await transaction
      .insertInto("trial_day")
      .values(
        added
          .map(({ trial_id, arm }) => ({ trial_id, day, arm, tasks: 1 }))
          .toSorted((a, b) => byCodeUnits(a.trial_id, b.trial_id)),
      )
      .onConflict((conflict) =>
        conflict.columns(["trial_id", "day", "arm"]).doUpdateSet(addCounts("trial_day", ["tasks"])),
      )
      .execute();
  }
}

/** Rows of one statement, which has at most some thousand parameters. */
const PART = 100;
