// What an agent's prompt costs by how many rules are in force, and what is kept of each run:
// `node bench/load/run-prompts.ts`.
import pg from "pg";
import { buildPrompt } from "../../src/app/rule/build-prompt.ts";
import { cachedEffects } from "../../src/app/rule/brief-cache.ts";
import { DEFAULT_RULE_POLICY } from "../../src/core/evaluation/rule-policy.ts";
import { sha256 } from "../../src/drivers/crypto/sha256.ts";
import { openPostgresStore } from "../../src/drivers/sql/postgres/open-postgres-store.ts";
import { bringIntoForce } from "../../test/active-rules.ts";
import { ruleText } from "./make-record.ts";
import { treeCpuSeconds } from "./process-cpu.ts";
import { startDatabase } from "./start-database.ts";

const RUNS = 400;
const AGENTS = 100;

const database = await startDatabase();
const store = await openPostgresStore({ url: database.url });
const client = new pg.Client({ connectionString: database.url });
await client.connect();
const policy = DEFAULT_RULE_POLICY;
const now = (): string => new Date().toISOString();
const build = buildPrompt({
  rules: store.rules,
  trials: store.trials,
  runs: store.runs,
  checks: store.checks,
  policy,
  now,
  hash: sha256,
  measure: cachedEffects({ ...store, policy, now }),
});
let [rules, run] = [0, 0];
for (const wanted of [0, 15, 40]) {
  for (; rules < wanted; rules += 1) await bringIntoForce(store, ruleText(rules));
  const [started, own, other] = [performance.now(), process.cpuUsage(), treeCpuSeconds(database.pid)];
  for (let n = 0; n < RUNS; n += 1, run += 1) {
    const built = await build({ agent: `agent-${n % AGENTS}`, base: "You write code.", run: `run-${run}` });
    if (!built.ok) throw new Error(built.error.message);
  }
  const { user, system } = process.cpuUsage(own);
  console.log(
    `${wanted} rules: ${((performance.now() - started) / RUNS).toFixed(2)} ms; processor: ${((user + system) / 1_000 / RUNS).toFixed(2)} ms ours, ${(((treeCpuSeconds(database.pid) - other) * 1_000) / RUNS).toFixed(2)} ms PostgreSQL's`,
  );
  const { rows } = await client.query<{ bytes: string }>(
    `select avg(pg_column_size(document))::int as bytes from injection where run like 'run-${run - 1}'`,
  );
  console.log(`  what is kept of a run: ${rows[0]!.bytes} bytes`);
}
await client.end();
await store.close();
await database.stop();
