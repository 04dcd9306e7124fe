import type { Transaction } from "kysely";
import type { Injection } from "../../../core/rule/injection.ts";
import { injectedArms } from "../../../core/rule/injection.ts";
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
  // In one order, so that concurrent writers do not deadlock.
  for (const { trial_id, arm } of arms.toSorted((a, b) => (a.trial_id < b.trial_id ? -1 : 1))) {
    const id = storedKey(trial_id);
    const trial = await transaction
      .selectFrom("trial")
      .select("state")
      .where("id", "=", id)
      .executeTakeFirst();
    if (trial?.state !== "running") continue;
    const added = await transaction
      .insertInto("trial_task")
      .values({ trial_id: id, agent, task, arm, recurred: 0 })
      .onConflict((conflict) => conflict.columns(["trial_id", "agent", "task"]).doNothing())
      .returning("arm")
      .executeTakeFirst();
    if (added === undefined) continue;
    await transaction
      .insertInto("trial_day")
      .values({ trial_id: id, day, arm, tasks: 1 })
      .onConflict((conflict) =>
        conflict.columns(["trial_id", "day", "arm"]).doUpdateSet(addCounts("trial_day", ["tasks"])),
      )
      .execute();
  }
}
