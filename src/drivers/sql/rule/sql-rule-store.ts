import type { Page } from "../../../core/page.ts";
import type { RuleStore, RunDay, RunQuery, RuleQuery } from "../../../ports/rule-store.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { storedKey } from "../stored-text.ts";
import { parseInjection, recordInjection } from "./record-injection.ts";
import { fromRuleRow } from "./rule-row.ts";
import { addRule, saveRule } from "./save-rule.ts";
import type { Kysely } from "kysely";
import { daySpan } from "../day-span.ts";
import type { Tables } from "../tables.ts";
import type { Rule } from "../../../core/rule/rule.ts";
import { readTimePage } from "../read-time-page.ts";
import { findFirst } from "../query.ts";

export function createSqlRuleStore(database: SqlDatabase): RuleStore {
  const { db, run, transact } = database;
  return {
    find: (id) =>
      run(() =>
        findFirst(db.selectFrom("rule").select("document").where("id", "=", storedKey(id)), fromRuleRow),
      ),
    ofCluster: (clusterId) => run(() => rulesOfCluster(db, clusterId)),
    save: (change) => transact((transaction) => saveRule(transaction, change, database)),
    restore: (rule) => transact((transaction) => addRule(transaction, rule, database.now)),
    list: (query) => run(() => listRules(db, query)),
    inForce: (agent) => run(() => rulesInForce(db, agent)),
    pending: () => run(() => pendingRules(db)),
    recordInjection: (injection) => transact((transaction) => recordInjection(transaction, injection)),
    findInjection: (injectedRun, agent) =>
      run(() =>
        findFirst(
          db
            .selectFrom("injection")
            .select("document")
            .where("run", "=", storedKey(injectedRun))
            .where("agent", "=", storedKey(agent)),
          ({ document }) => parseInjection(document),
        ),
      ),
    runs: (query) => run(() => readRuns(db, query)),
  };
}

/** From the daily counts, by day and agent. Days without runs are left out. */
async function readRuns(db: Kysely<Tables>, query: RunQuery): Promise<readonly RunDay[]> {
  const { first, last } = daySpan(query);
  const agent = query.agent === undefined ? undefined : storedKey(query.agent);
  let all = db
    .selectFrom("run_day")
    .select(["day", "agent", "runs"])
    .where("day", ">=", first)
    .where("day", "<=", last)
    .orderBy("day")
    .orderBy("agent");
  if (agent !== undefined) all = all.where("agent", "=", agent);
  const days = await all.execute();
  const withRule = query.rule === undefined ? new Map<string, number>() : await runsWith(query.rule);
  return days
    .filter(({ runs }) => runs > 0)
    .map((day) => ({ ...day, with_rule: withRule.get(`${day.day} ${day.agent}`) ?? 0 }));

  async function runsWith(rule: string): Promise<ReadonlyMap<string, number>> {
    let rows = db
      .selectFrom("rule_run_day")
      .select(["day", "agent", "runs"])
      .where("rule_id", "=", storedKey(rule))
      .where("day", ">=", first)
      .where("day", "<=", last);
    if (agent !== undefined) rows = rows.where("agent", "=", agent);
    return new Map((await rows.execute()).map(({ day, agent: name, runs }) => [`${day} ${name}`, runs]));
  }
}

const MAX_RULES = 5_000;

function listRules(db: Kysely<Tables>, query: RuleQuery): Promise<Page<Rule>> {
  const all = db.selectFrom("rule").select(["seq", "updated_at as time", "document"]);
  const streams =
    query.status === undefined
      ? [all]
      : Array.from(new Set(query.status), (status) => all.where("status", "=", status));
  return readTimePage({ streams, columns: ["updated_at", "seq"], toItem: fromRuleRow }, query);
}

async function rulesInForce(db: Kysely<Tables>, agent?: string): Promise<readonly Rule[]> {
  if (agent === undefined) return rulesSince(db, "in_force_since");
  const names = [...new Set(["", storedKey(agent)])];
  const streams = await Promise.all(names.map((name) => selectByAgent(db, name)));
  return streams
    .flat()
    .toSorted((a, b) =>
      a.in_force_since === b.in_force_since ? a.seq - b.seq : a.in_force_since < b.in_force_since ? -1 : 1,
    )
    .slice(0, MAX_RULES)
    .map(fromRuleRow);
}

const selectByAgent = (db: Kysely<Tables>, agent: string) =>
  db
    .selectFrom("rule_agent")
    .innerJoin("rule", "rule.seq", "rule_agent.seq")
    .select(["rule_agent.in_force_since", "rule.seq", "rule.document"])
    .where("rule_agent.agent", "=", agent)
    .orderBy("rule_agent.in_force_since")
    .orderBy("rule_agent.seq")
    .limit(MAX_RULES)
    .execute();

const pendingRules = (db: Kysely<Tables>): Promise<readonly Rule[]> => rulesSince(db, "pending_since");

/** Oldest first. An empty time means none. */
async function rulesSince(
  db: Kysely<Tables>,
  column: "in_force_since" | "pending_since",
): Promise<readonly Rule[]> {
  const rows = await db
    .selectFrom("rule")
    .select("document")
    .where(column, ">", "")
    .orderBy(column)
    .orderBy("seq")
    .limit(MAX_RULES)
    .execute();
  return rows.map(fromRuleRow);
}

/** Rules of the cluster and of clusters merged into it, newest first. */
async function rulesOfCluster(db: Kysely<Tables>, clusterId: string): Promise<readonly Rule[]> {
  const id = storedKey(clusterId);
  const own = await db
    .selectFrom("rule")
    .select(["seq", "document"])
    .where("cluster_id", "=", id)
    .orderBy("seq")
    .execute();
  const merged = await db
    .selectFrom("cluster")
    .innerJoin("rule", "rule.cluster_id", "cluster.id")
    .select(["rule.seq", "rule.document"])
    .where("cluster.merged_into", "=", id)
    .execute();
  return [...own, ...merged].toSorted((a, b) => b.seq - a.seq).map(fromRuleRow);
}
