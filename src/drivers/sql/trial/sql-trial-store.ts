import type { Kysely, Selectable } from "kysely";
import { chunk } from "../../../core/chunk.ts";
import type { Page } from "../../../core/page.ts";
import type { TrialArm } from "../../../core/trial/assign-arm.ts";
import type { ArmCounts } from "../../../core/trial/check-arms.ts";
import { NO_EVIDENCE, type TrialEvidenceCounts } from "../../../core/trial/trial-evidence.ts";
import {
  MAX_RUNNING_TRIALS,
  type Trial,
  type TrialAssignment,
  type TrialExemption,
} from "../../../core/trial/trial.ts";
import type { TrialQuery, TrialStore, TrialTask } from "../../../ports/trial-store.ts";
import { appendAudit } from "../audit/append-audit.ts";
import { affectedRows, findFirst } from "../query.ts";
import { readTimePage } from "../read-time-page.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { storedKey, storedText } from "../stored-text.ts";
import { toStoredTime } from "../stored-time.ts";
import type { Tables } from "../tables.ts";
import { noteRecurrence, parseTally } from "./note-recurrence.ts";
import { saveTrial } from "./save-trial.ts";
import { fromTrialRow } from "./trial-row.ts";

const PART = 500;

export function createSqlTrialStore(database: SqlDatabase): TrialStore {
  const { db, run, transact } = database;
  return {
    find: (id) =>
      run(() =>
        findFirst(db.selectFrom("trial").select("document").where("id", "=", storedKey(id)), fromTrialRow),
      ),
    save: (change) => transact((transaction) => saveTrial(transaction, change, database)),
    list: (query) => run(() => listTrials(db, query)),
    running: () => run(async () => (await runningTrials(db).select("document").execute()).map(fromTrialRow)),
    assignments: () => run(() => readAssignments(db)),
    evidence: (ids) => run(() => readEvidence(db, ids)),
    armOf: (task) => run(() => readArm(db, task)),
    note: (recurrence) => transact((transaction) => noteRecurrence(transaction, recurrence)),
    noted: (trialId, feedbackIds) => run(() => readNoted(db, trialId, feedbackIds)),
    exempt: ({ exemption: { rule_id, by, at, reason }, acts }) =>
      transact(async (transaction) => {
        const added = await transaction
          .insertInto("trial_exemption")
          .values({
            rule_id: storedKey(rule_id),
            exempted_by: storedText(by),
            exempted_at: toStoredTime(at),
            reason: storedText(reason),
          })
          .onConflict((conflict) => conflict.column("rule_id").doNothing())
          .returning("rule_id")
          .executeTakeFirst();
        if (added === undefined) return false;
        for (const act of acts) await appendAudit(transaction, act, database);
        return true;
      }),
    endExemption: ({ exemption, acts }) =>
      transact(async (transaction) => {
        const removed = transaction
          .deleteFrom("trial_exemption")
          .where("rule_id", "=", storedKey(exemption.rule_id));
        if ((await affectedRows(removed)) === 0) return false;
        for (const act of acts) await appendAudit(transaction, act, database);
        return true;
      }),
    exemptions: (ruleIds) => run(() => readExemptions(db, ruleIds)),
  };
}

const runningTrials = (db: Kysely<Tables>) =>
  db.selectFrom("trial").where("state", "=", "running").orderBy("seq").limit(MAX_RUNNING_TRIALS);

async function readAssignments(db: Kysely<Tables>): Promise<readonly TrialAssignment[]> {
  const rows = await runningTrials(db).select(["id", "rule_id", "rule_version", "share", "secret"]).execute();
  return rows.map(({ id, rule_id, rule_version, share, secret }) => ({
    id,
    rule_id,
    version: rule_version,
    share: Number(share),
    secret,
  }));
}

function listTrials(db: Kysely<Tables>, query: TrialQuery): Promise<Page<Trial>> {
  let rows = db.selectFrom("trial").select(["seq", "updated_at as time", "document"]);
  if (query.state !== undefined) rows = rows.where("state", "=", query.state);
  if (query.rule !== undefined) rows = rows.where("rule_id", "=", storedKey(query.rule));
  return readTimePage({ streams: [rows], columns: ["updated_at", "seq"], toItem: fromTrialRow }, query);
}

/** One row for each trial, and one for each of its days and arms, of which there are few. */
async function readEvidence(
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TrialEvidenceCounts>> {
  const found = new Map<string, TrialEvidenceCounts>();
  for (const keys of chunk([...new Set(ids.map(storedKey))], PART)) {
    const tasks = new Map<string, Record<TrialArm, number>>();
    const counts = await db
      .selectFrom("trial_day")
      .select(["trial_id", "arm"])
      .select(({ fn }) => fn.sum<number | string>("tasks").as("total"))
      .where("trial_id", "in", keys)
      .groupBy(["trial_id", "arm"])
      .execute();
    for (const { trial_id, arm, total } of counts) {
      const known = tasks.get(trial_id) ?? { given: 0, withheld: 0 };
      known[arm as TrialArm] = Number(total);
      tasks.set(trial_id, known);
    }
    const tallies = await db.selectFrom("trial_tally").selectAll().where("trial_id", "in", keys).execute();
    for (const row of tallies) found.set(row.trial_id, toEvidence(row, tasks.get(row.trial_id)));
  }
  return found;
}

const toEvidence = (
  { unassigned, document }: Selectable<Tables["trial_tally"]>,
  tasks: ArmCounts = NO_EVIDENCE.tasks,
): TrialEvidenceCounts => ({ tasks, tally: parseTally(document), unassigned });

function readArm(db: Kysely<Tables>, { trial_id, agent, task }: TrialTask): Promise<TrialArm | undefined> {
  return findFirst(
    db
      .selectFrom("trial_task")
      .select("arm")
      .where("trial_id", "=", storedKey(trial_id))
      .where("agent", "=", storedKey(agent))
      .where("task", "=", storedKey(task)),
    ({ arm }) => arm as TrialArm,
  );
}

async function readNoted(
  db: Kysely<Tables>,
  trialId: string,
  feedbackIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const noted = new Set<string>();
  const ids = new Map(feedbackIds.map((id) => [storedKey(id), id]));
  for (const keys of chunk([...ids.keys()], PART)) {
    const rows = await db
      .selectFrom("trial_recurrence")
      .select("feedback_id")
      .where("trial_id", "=", storedKey(trialId))
      .where("feedback_id", "in", keys)
      .execute();
    for (const { feedback_id } of rows) noted.add(ids.get(feedback_id) ?? feedback_id);
  }
  return noted;
}

async function readExemptions(
  db: Kysely<Tables>,
  ruleIds: readonly string[],
): Promise<ReadonlyMap<string, TrialExemption>> {
  const found = new Map<string, TrialExemption>();
  for (const keys of chunk([...new Set(ruleIds.map(storedKey))], PART)) {
    const rows = await db.selectFrom("trial_exemption").selectAll().where("rule_id", "in", keys).execute();
    for (const { rule_id, exempted_by, exempted_at, reason } of rows)
      found.set(rule_id, { rule_id, by: exempted_by, at: exempted_at, reason });
  }
  return found;
}
