// What the reports over all agents cost where there are as many as in a large company:
// `node bench/load/run-patterns.ts [agents] [days]`.
import pg from "pg";
import { createRollUpCache, cachedRollUps } from "../../src/app/pattern/roll-up-cache.ts";
import { reportPatterns } from "../../src/app/pattern/report-patterns.ts";
import { publishAlerts } from "../../src/app/pattern/publish-alerts.ts";
import { BUILT_IN_PACKS } from "../../src/core/gate/built-in-packs.ts";
import { createGateCatalogue } from "../../src/core/gate/gate.ts";
import { openPostgresStore } from "../../src/drivers/sql/postgres/open-postgres-store.ts";
import { median } from "../measure.ts";
import { AGENTS } from "./company.ts";
import { treeCpuSeconds } from "./process-cpu.ts";
import { startDatabase } from "./start-database.ts";

const agents = Number(process.argv[2] ?? AGENTS);
const days = Number(process.argv[3] ?? 14);
const ROUNDS = 3;
const HOUR_MS = 3_600_000;

const database = await startDatabase();
const store = await openPostgresStore({ url: database.url });
const client = new pg.Client({ connectionString: database.url });
await client.connect();
const end = Math.floor(Date.now() / HOUR_MS) + 1;
// An agent works ten hours of each working day and in every sixth hour otherwise, with four of eight tags in each.
await client.query(
  `insert into agent_hour select 'agent-' || a, h, 0, 2, 0, 5
   from generate_series(0, $1::bigint - 1) a, generate_series($2::bigint, $3::bigint) h
   where (h % 24 between 8 and 17 and (h / 24) % 7 < 5) or (a * 31 + h) % 6 = 0`,
  [agents, end - 24 * days, end - 1],
);
await client.query(
  `insert into tag_hour select agent, hour, 'tag-' || t, 1, 0
   from agent_hour, generate_series(0, 7) t where abs(hashtext(agent || hour || t)) % 8 < 4`,
);
await client.query("vacuum analyze");
const count = async (table: string): Promise<number> =>
  Number((await client.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]!.n);
console.log(
  `${agents} agents, ${days} days: ${await count("agent_hour")} rows of hours, ${await count("tag_hour")} of tags`,
);

const kept = cachedRollUps(store.feedback);
const catalogue = createGateCatalogue(BUILT_IN_PACKS);
const patterns = reportPatterns({ store: store.feedback, kept, gates: catalogue });
/** As the server answers. */
const most = { agents: 200, alerts: 200 };
const since = (hours: number): string => new Date((end - hours) * HOUR_MS).toISOString();
const now = (): Date => new Date();
const sums = (hours: number): Promise<unknown> =>
  client.query(
    `select agent, tag, sum(rejections) from tag_hour where hour >= ${end - hours} group by agent, tag`,
  );
const acts: Readonly<Record<string, () => Promise<unknown>>> = {
  "one scrape of /metrics": () => store.feedback.rollUp({ from: since(24), to: since(0) }),
  "one agent, 7 days": () => patterns({ now: now().toISOString(), hours: 168, agent: "agent-17" }),
  "all agents, 7 days, after a start": () =>
    reportPatterns({ store: store.feedback, kept: createRollUpCache(store.feedback), gates: catalogue })({
      now: now().toISOString(),
      hours: 168,
      most,
    }),
  "all agents, 24 hours": () => patterns({ now: now().toISOString(), hours: 24, most }),
  "all agents, 7 days": () => patterns({ now: now().toISOString(), hours: 168, most }),
  "the watch for alerts, once": publishAlerts({ feedback: store.feedback, alerts: store.alerts, now }),
  "summed in the database, 24 hours": () => sums(24),
  "summed in the database, 7 days": () => sums(168),
};
for (const [name, act] of Object.entries(acts)) {
  const [wall, ours, theirs]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [started, own, other] = [performance.now(), process.cpuUsage(), treeCpuSeconds(database.pid)];
    await act();
    const { user, system } = process.cpuUsage(own);
    wall.push(performance.now() - started);
    ours.push((user + system) / 1_000);
    theirs.push((treeCpuSeconds(database.pid) - other) * 1_000);
  }
  const ms = (times: readonly number[]): string => `${median(times).toFixed(0)} ms`;
  console.log(
    `${name.padEnd(34)} ${ms(wall)}; processor: ${ms(ours)} ours, ${ms(theirs)} PostgreSQL's; ${(process.memoryUsage().rss / 1_048_576).toFixed(0)} MiB held`,
  );
}
await client.end();
await store.close();
await database.stop();
