import type { Kysely, Transaction } from "kysely";
import type { Injection } from "../../../core/rule/injection.ts";
import type { CommitRun } from "../../../core/why/commit-run.ts";
import type { RunQuery } from "../../../ports/rule-store.ts";
import type { InjectionQuery, ModelDay, RunStore } from "../../../ports/run-store.ts";
import { daySpan } from "../day-span.ts";
import { pageLimit } from "../page-cursor.ts";
import { parseInjection, recordModel } from "../rule/record-injection.ts";
import { isKnown, noteSettings, readSettings } from "../rule/note-settings.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { storedKey } from "../stored-text.ts";
import { toStoredTime } from "../stored-time.ts";
import type { Tables } from "../tables.ts";

const MAX_COMMITS = 100;

export function createSqlRunStore({ db, run, transact }: SqlDatabase): RunStore {
  return {
    recordModel: (model) => transact((transaction) => recordModel(transaction, model)),
    injections: (query) => run(() => readInjections(db, query)),
    modelDays: (query) => run(() => readModelDays(db, query)),
    uses: (span) => run(() => readUses(db, span)),
    recordCommit: (commit) => transact((transaction) => writeCommit(transaction, commit)),
    ofCommit: (commit) => run(() => readCommits(db, commit)),
    noteSettings: async (settings) => {
      // Nearly always they are known, so that nothing is written.
      if (!(await run(() => isKnown(db, settings))))
        await transact((transaction) => noteSettings(transaction, settings));
    },
    settings: () => run(() => readSettings(db)),
  };
}

async function readInjections(db: Kysely<Tables>, query: InjectionQuery): Promise<readonly Injection[]> {
  let all = db.selectFrom("injection").select("document");
  if (query.agent !== undefined) all = all.where("agent", "=", storedKey(query.agent));
  if (query.run !== undefined) all = all.where("run", "=", storedKey(query.run));
  if (query.from !== undefined) all = all.where("time", ">=", toStoredTime(query.from));
  if (query.until !== undefined) all = all.where("time", "<=", toStoredTime(query.until));
  const rows = await all
    .orderBy("time", "desc")
    .orderBy("run")
    .orderBy("agent")
    .limit(pageLimit(query.limit))
    .execute();
  return rows.map(({ document }) => parseInjection(document));
}

/** From the daily counts, so that the cost does not depend on the number of runs. */
async function readUses(
  db: Kysely<Tables>,
  span: Pick<RunQuery, "from" | "to">,
): Promise<ReadonlyMap<string, number>> {
  const { first, last } = daySpan(span);
  const rows = await db
    .selectFrom("rule_run_day")
    .select("rule_id")
    .select(({ fn }) => fn.sum<number | string>("runs").as("total"))
    .where("day", ">=", first)
    .where("day", "<=", last)
    .groupBy("rule_id")
    .execute();
  return new Map(
    rows.map(({ rule_id, total }) => [rule_id, Number(total)] as const).filter(([, n]) => n > 0),
  );
}

async function readModelDays(db: Kysely<Tables>, query: RunQuery): Promise<readonly ModelDay[]> {
  const { first, last } = daySpan(query);
  const agent = query.agent === undefined ? undefined : storedKey(query.agent);
  let all = db
    .selectFrom("run_model_day")
    .select(["day", "agent", "model", "runs"])
    .where("day", ">=", first)
    .where("day", "<=", last)
    .orderBy("day")
    .orderBy("agent")
    .orderBy("model");
  if (agent !== undefined) all = all.where("agent", "=", agent);
  const days = await all.execute();
  const withRule = query.rule === undefined ? new Map<string, number>() : await runsWith(query.rule);
  return days
    .filter(({ runs }) => runs > 0)
    .map((day) => ({ ...day, with_rule: withRule.get(keyOf(day)) ?? 0 }));

  async function runsWith(rule: string): Promise<ReadonlyMap<string, number>> {
    let rows = db
      .selectFrom("rule_run_model_day")
      .select(["day", "agent", "model", "runs"])
      .where("rule_id", "=", storedKey(rule))
      .where("day", ">=", first)
      .where("day", "<=", last);
    if (agent !== undefined) rows = rows.where("agent", "=", agent);
    return new Map((await rows.execute()).map((row) => [keyOf(row), row.runs]));
  }
}

const keyOf = ({
  day,
  agent,
  model,
}: {
  readonly day: string;
  readonly agent: string;
  readonly model: string;
}): string => JSON.stringify([day, agent, model]);

async function writeCommit(transaction: Transaction<Tables>, commit: CommitRun): Promise<void> {
  const time = toStoredTime(commit.time);
  const document = JSON.stringify({ ...commit, time });
  await transaction
    .insertInto("commit_run")
    .values({
      commit_id: commit.commit,
      run: storedKey(commit.run),
      agent: storedKey(commit.agent),
      time,
      document,
    })
    .onConflict((conflict) => conflict.columns(["commit_id", "run", "agent"]).doUpdateSet({ time, document }))
    .execute();
}

async function readCommits(db: Kysely<Tables>, commit: string): Promise<readonly CommitRun[]> {
  const rows = await db
    .selectFrom("commit_run")
    .select("document")
    .where("commit_id", ">=", commit)
    // `g` comes after every hexadecimal digit.
    .where("commit_id", "<", `${commit}g`)
    .orderBy("time", "desc")
    .orderBy("commit_id")
    .orderBy("run")
    .limit(MAX_COMMITS)
    .execute();
  // The table only contains what `writeCommit` wrote.
  return rows.map(({ document }) => JSON.parse(document) as CommitRun);
}
