import type { Transaction } from "kysely";
import { chunk } from "../../../core/chunk.ts";
import { type AgentModel, preferModel } from "../../../core/feedback/agent-model.ts";
import { type Injection, injectedArms } from "../../../core/rule/injection.ts";
import { toStoredDay, toStoredTime } from "../stored-time.ts";
import { storedKey } from "../stored-text.ts";
import type { Tables } from "../tables.ts";
import { addCounts } from "../add-up.ts";
import { recordTasks } from "../trial/record-tasks.ts";
import { noteSettings } from "./note-settings.ts";

/** Writes the injection for a run and agent, replacing an earlier one, and corrects the daily counts. */
export async function recordInjection(transaction: Transaction<Tables>, injection: Injection): Promise<void> {
  const key = { run: storedKey(injection.run), agent: storedKey(injection.agent) };
  const time = toStoredTime(injection.time);
  const document = JSON.stringify({ ...injection, time });
  if (injection.settings !== undefined) await noteSettings(transaction, { ...injection.settings, time });
  // Of two concurrent writers of the same run, the second waits here and then sees what the first wrote.
  const { revision, document: before } = await transaction
    .insertInto("injection")
    .values({ ...key, revision: 1, document, time })
    .onConflict((conflict) =>
      conflict
        .columns(["run", "agent"])
        .doUpdateSet((eb) => ({ revision: eb("injection.revision", "+", 1) })),
    )
    .returning(["revision", "document"])
    .executeTakeFirstOrThrow();
  if (revision > 1)
    return replaceInjection(transaction, key, parseInjection(before), parseInjection(document));
  const counts = new Counts();
  counts.add(parseInjection(document), 1);
  await counts.write(transaction, key.agent);
  await recordTasks(transaction, injection);
}

interface InjectionKey {
  readonly run: string;
  readonly agent: string;
}

/** Adds the model to the injection of a run, if there is one. Returns whether anything changed. */
export async function recordModel(
  transaction: Transaction<Tables>,
  { run, agent, ...model }: AgentModel & InjectionKey,
): Promise<boolean> {
  const key = { run: storedKey(run), agent: storedKey(agent) };
  const row = await transaction
    .updateTable("injection")
    .set((eb) => ({ revision: eb("revision", "+", 1) }))
    .where("run", "=", key.run)
    .where("agent", "=", key.agent)
    .returning("document")
    .executeTakeFirst();
  if (row === undefined) return false;
  const before = parseInjection(row.document);
  const after = { ...before, ...preferModel(model, before) };
  if (JSON.stringify(after) === JSON.stringify(before)) return false;
  await replaceInjection(transaction, key, before, after);
  return true;
}

/** The caller holds the row. A model that is known and no longer named stays. */
async function replaceInjection(
  transaction: Transaction<Tables>,
  key: InjectionKey,
  before: Injection,
  next: Injection,
): Promise<void> {
  const after = {
    ...next,
    ...preferModel(next, before),
    ...(changedTask(before, next) ? { changed_task: true as const } : {}),
  };
  const document = JSON.stringify(after);
  if (document === JSON.stringify(before)) return;
  const counts = new Counts();
  counts.add(after, 1);
  counts.add(before, -1);
  await transaction
    .updateTable("injection")
    .set({ document, time: after.time })
    .where("run", "=", key.run)
    .where("agent", "=", key.agent)
    .execute();
  await counts.write(transaction, key.agent);
  await recordTasks(transaction, after);
}

/** Only matters to trials, so other injections are kept as they were given. */
const changedTask = (before: Injection, next: Injection): boolean =>
  (before.changed_task === true || before.task !== next.task) &&
  injectedArms(before).length + injectedArms(next).length > 0;

/** The table only contains what `recordInjection` wrote. */
export const parseInjection = (document: string): Injection => JSON.parse(document) as Injection;

/** Changes to the daily counts, written in key order to avoid deadlocks. */
class Counts {
  readonly #days = new Map<string, number>();
  readonly #rules = new Map<string, number>();
  readonly #models = new Map<string, number>();
  readonly #ruleModels = new Map<string, number>();

  add({ time, rules, model }: Injection, by: number): void {
    const day = toStoredDay(time);
    const name = model === undefined ? undefined : storedKey(model);
    addTo(this.#days, day, by);
    if (name !== undefined) addTo(this.#models, `${day} ${name}`, by);
    for (const rule of new Set(rules.map(({ rule_id }) => storedKey(rule_id)))) {
      addTo(this.#rules, `${day} ${rule}`, by);
      if (name !== undefined) addTo(this.#ruleModels, `${day} ${rule} ${name}`, by);
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
    await this.#writeModels(transaction, agent);
  }

  async #writeModels(transaction: Transaction<Tables>, agent: string): Promise<void> {
    const models = changes(this.#models).map(([key, runs]) => ({
      agent,
      day: key.slice(0, DAY_LENGTH),
      model: key.slice(DAY_LENGTH + 1),
      runs,
    }));
    if (models.length > 0) {
      await transaction
        .insertInto("run_model_day")
        .values(models)
        .onConflict((conflict) =>
          conflict.columns(["agent", "day", "model"]).doUpdateSet(addCounts("run_model_day", ["runs"])),
        )
        .execute();
    }
    const rules = changes(this.#ruleModels).map(([key, runs]) => {
      // Rule ids have no spaces; models may.
      const [day = "", rule_id = "", ...model] = key.split(" ");
      return { rule_id, day, agent, model: model.join(" "), runs };
    });
    for (const rows of chunk(rules, ROWS)) {
      await transaction
        .insertInto("rule_run_model_day")
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .columns(["rule_id", "day", "agent", "model"])
            .doUpdateSet(addCounts("rule_run_model_day", ["runs"])),
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
