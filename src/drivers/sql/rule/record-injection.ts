import type { Transaction } from "kysely";
import { chunk } from "../../../core/chunk.ts";
import { type Injection, injectedArms } from "../../../core/rule/injection.ts";
import { toStoredDay, toStoredTime } from "../stored-time.ts";
import { storedKey } from "../stored-text.ts";
import type { Tables } from "../tables.ts";
import { addCounts } from "../add-up.ts";
import { recordTasks } from "../trial/record-tasks.ts";

/** Writes the injection for a run and agent, replacing an earlier one, and corrects the daily counts. */
export async function recordInjection(transaction: Transaction<Tables>, injection: Injection): Promise<void> {
  const key = { run: storedKey(injection.run), agent: storedKey(injection.agent) };
  const document = JSON.stringify({ ...injection, time: toStoredTime(injection.time) });
  // Of two concurrent writers of the same run, the second waits here and then sees what the first wrote.
  const { revision, document: before } = await transaction
    .insertInto("injection")
    .values({ ...key, revision: 1, document })
    .onConflict((conflict) =>
      conflict
        .columns(["run", "agent"])
        .doUpdateSet((eb) => ({ revision: eb("injection.revision", "+", 1) })),
    )
    .returning(["revision", "document"])
    .executeTakeFirstOrThrow();
  const counts = new Counts();
  counts.add(parseInjection(document), 1);
  if (revision > 1) {
    if (before === document) return;
    const earlier = parseInjection(before);
    counts.add(earlier, -1);
    await transaction
      .updateTable("injection")
      .set({ document: changedTask(earlier, injection) ? markChanged(document) : document })
      .where("run", "=", key.run)
      .where("agent", "=", key.agent)
      .execute();
  }
  await counts.write(transaction, key.agent);
  await recordTasks(transaction, injection);
}

/** Only matters to trials, so other injections are kept as they were given. */
const changedTask = (earlier: Injection, injection: Injection): boolean =>
  (earlier.changed_task === true || earlier.task !== injection.task) &&
  injectedArms(earlier).length + injectedArms(injection).length > 0;

const markChanged = (document: string): string =>
  JSON.stringify({ ...parseInjection(document), changed_task: true });

/** The table only contains what `recordInjection` wrote. */
export const parseInjection = (document: string): Injection => JSON.parse(document) as Injection;

/** Changes to the daily counts, written in key order to avoid deadlocks. */
class Counts {
  readonly #days = new Map<string, number>();
  readonly #rules = new Map<string, number>();

  add({ time, rules }: Injection, by: number): void {
    const day = toStoredDay(time);
    addTo(this.#days, day, by);
    for (const rule of new Set(rules.map(({ rule_id }) => storedKey(rule_id)))) {
      addTo(this.#rules, `${day} ${rule}`, by);
    }
  }

  async write(transaction: Transaction<Tables>, agent: string): Promise<void> {
    const days = changes(this.#days).map(([day, runs]) => ({ agent, day, runs }));
    if (days.length > 0) {
      await transaction
        .insertInto("run_day")
        .values(days)
        .onConflict((conflict) =>
          conflict.columns(["agent", "day"]).doUpdateSet(addCounts("run_day", ["runs"])),
        )
        .execute();
    }
    const rules = changes(this.#rules).map(([key, runs]) => ({
      rule_id: key.slice(DAY_LENGTH + 1),
      day: key.slice(0, DAY_LENGTH),
      agent,
      runs,
    }));
    for (const rows of chunk(rules, ROWS)) {
      await transaction
        .insertInto("rule_run_day")
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(["rule_id", "day", "agent"]).doUpdateSet(addCounts("rule_run_day", ["runs"])),
        )
        .execute();
    }
  }
}

const DAY_LENGTH = "2026-01-31".length;
const ROWS = 100;

const addTo = (counts: Map<string, number>, key: string, by: number): void => {
  counts.set(key, (counts.get(key) ?? 0) + by);
};

const changes = (counts: ReadonlyMap<string, number>): readonly (readonly [string, number])[] =>
  [...counts].filter(([, by]) => by !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1));
