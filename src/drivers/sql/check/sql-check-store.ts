import type { Kysely, Selectable } from "kysely";
import type { CheckFigures, CheckHit } from "../../../core/check/check-hit.ts";
import type { RuleCheck } from "../../../core/check/rule-check.ts";
import { chunk } from "../../../core/chunk.ts";
import type { Page } from "../../../core/page.ts";
import type { CheckQuery, CheckStore, HitQuery, HookRun, HookSpan } from "../../../ports/check-store.ts";
import { findFirst } from "../query.ts";
import { readTimePage } from "../read-time-page.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { storedKey } from "../stored-text.ts";
import { toStoredTime } from "../stored-time.ts";
import type { Tables } from "../tables.ts";
import { fromCheckRow, fromHitRow } from "./check-row.ts";
import { createHitWriter } from "./report-hits.ts";
import { addCheck, saveCheck } from "./save-check.ts";

const MAX_RUNNING = 2_000;
const MAX_HOOK_RUNS = 10_000;
const PART = 500;

export function createSqlCheckStore(database: SqlDatabase): CheckStore {
  const { db, run, transact } = database;
  const hits = createHitWriter(database);
  return {
    find: (id) =>
      run(() =>
        findFirst(
          db.selectFrom("rule_check").select("document").where("id", "=", storedKey(id)),
          fromCheckRow,
        ),
      ),
    ofRules: (ruleIds) => run(() => checksOfRules(db, ruleIds)),
    save: (change) => transact((transaction) => saveCheck(transaction, change, database)),
    restore: (check) => transact((transaction) => addCheck(transaction, check, database.now)),
    list: (query) => run(() => listChecks(db, query)),
    running: () => run(() => runningChecks(db)),
    report: (report) => transact((transaction) => hits.report(transaction, report)),
    hits: (query) => run(() => listHits(db, query)),
    findHit: (id) =>
      run(() =>
        findFirst(db.selectFrom("check_hit").select("document").where("id", "=", storedKey(id)), fromHitRow),
      ),
    judge: (judgement) => transact((transaction) => hits.judge(transaction, judgement)),
    figures: (checkIds) => run(() => readFigures(db, checkIds)),
    hookRuns: (since) => run(() => readHookRuns(db, since)),
    hookSpans: () => run(() => readHookSpans(db)),
  };
}

async function checksOfRules(db: Kysely<Tables>, ruleIds: readonly string[]): Promise<readonly RuleCheck[]> {
  const found: RuleCheck[] = [];
  for (const ids of chunk([...new Set(ruleIds.map(storedKey))], PART)) {
    const rows = await db
      .selectFrom("rule_check")
      .select("document")
      .where("rule_id", "in", ids)
      .orderBy("seq")
      .execute();
    found.push(...rows.map(fromCheckRow));
  }
  return found;
}

function listChecks(db: Kysely<Tables>, query: CheckQuery): Promise<Page<RuleCheck>> {
  let all = db.selectFrom("rule_check").select(["seq", "updated_at as time", "document"]);
  if (query.rule !== undefined) all = all.where("rule_id", "=", storedKey(query.rule));
  const streams =
    query.state === undefined
      ? [all]
      : Array.from(new Set(query.state), (state) => all.where("state", "=", state));
  return readTimePage({ streams, columns: ["updated_at", "seq"], toItem: fromCheckRow }, query);
}

async function runningChecks(db: Kysely<Tables>): Promise<readonly RuleCheck[]> {
  const rows = await db
    .selectFrom("rule_check")
    .select("document")
    .where("running_since", ">", "")
    .orderBy("running_since")
    .orderBy("seq")
    .limit(MAX_RUNNING)
    .execute();
  return rows.map(fromCheckRow);
}

function listHits(db: Kysely<Tables>, query: HitQuery): Promise<Page<CheckHit>> {
  const { check, verdict } = query;
  let rows = db.selectFrom("check_hit").select(["seq", "time", "document"]);
  if (check !== undefined) rows = rows.where("check_id", "=", storedKey(check));
  if (verdict !== undefined) rows = rows.where("verdict", "=", verdict === "none" ? "" : verdict);
  return readTimePage({ streams: [rows], columns: ["time", "seq"], toItem: fromHitRow }, query);
}

async function readFigures(
  db: Kysely<Tables>,
  checkIds: readonly string[],
): Promise<ReadonlyMap<string, CheckFigures>> {
  const ids = new Map(checkIds.map((id) => [storedKey(id), id]));
  const found = new Map<string, CheckFigures>();
  for (const keys of chunk([...ids.keys()], PART)) {
    const rows = await db.selectFrom("check_figures").selectAll().where("check_id", "in", keys).execute();
    for (const row of rows) found.set(ids.get(row.check_id) ?? row.check_id, toFigures(row));
  }
  return found;
}

async function readHookRuns(db: Kysely<Tables>, since: string): Promise<readonly HookRun[]> {
  return db
    .selectFrom("check_hook_run")
    .select(["check_id", "agent"])
    .where("last_ran", ">=", toStoredTime(since))
    .orderBy("last_ran", "desc")
    .orderBy("check_id")
    .orderBy("agent")
    .limit(MAX_HOOK_RUNS)
    .execute();
}

const readHookSpans = (db: Kysely<Tables>): Promise<readonly HookSpan[]> =>
  db
    .selectFrom("check_hook_span")
    .select(["check_id", "agent", "since", "last_ran"])
    .orderBy("since", "desc")
    .orderBy("check_id")
    .orderBy("agent")
    .limit(MAX_HOOK_RUNS)
    .execute();

const toFigures = (row: Selectable<Tables["check_figures"]>): CheckFigures => ({
  files: row.files,
  fired: row.fired,
  right: row.judged_right,
  wrong: row.judged_wrong,
  overridden: row.overridden,
  caught: row.caught,
  last_ran: row.last_ran === "" ? null : row.last_ran,
});
