import type { RuleStore } from "../../../ports/rule-store.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { storedKey } from "../stored-text.ts";
import { listRules, pendingRules, rulesInForce, rulesOfCluster } from "./list-rules.ts";
import { readRuns } from "./read-runs.ts";
import { fromDocument as injectionOf, recordInjection } from "./record-injection.ts";
import { fromDocument } from "./rule-row.ts";
import { addRule, saveRule } from "./save-rule.ts";

export function createSqlRuleStore(database: SqlDatabase): RuleStore {
  const { db, run, transact } = database;
  return {
    find: (id) =>
      run(async () => {
        const row = await db
          .selectFrom("rule")
          .select("document")
          .where("id", "=", storedKey(id))
          .executeTakeFirst();
        return row === undefined ? undefined : fromDocument(row.document);
      }),
    ofCluster: (clusterId) => run(() => rulesOfCluster(db, clusterId)),
    save: (change) => transact((transaction) => saveRule(transaction, change, database)),
    restore: (rule) => transact((transaction) => addRule(transaction, rule, database.now)),
    list: (query) => run(() => listRules(db, query)),
    inForce: (agent) => run(() => rulesInForce(db, agent)),
    pending: () => run(() => pendingRules(db)),
    recordInjection: (injection) => transact((transaction) => recordInjection(transaction, injection)),
    findInjection: (of, agent) =>
      run(async () => {
        const row = await db
          .selectFrom("injection")
          .select("document")
          .where("run", "=", storedKey(of))
          .where("agent", "=", storedKey(agent))
          .executeTakeFirst();
        return row === undefined ? undefined : injectionOf(row.document);
      }),
    runs: (query) => run(() => readRuns(db, query)),
  };
}
