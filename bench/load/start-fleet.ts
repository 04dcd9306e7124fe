import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import pg from "pg";
import { LEARN_GROUP } from "../../src/app/evaluation/learn-from-events.ts";
import { openPostgresStore } from "../../src/drivers/sql/postgres/open-postgres-store.ts";
import { openRedisEventLog } from "../../src/drivers/redis/open-redis-event-log.ts";
import { bringIntoForce } from "../../test/active-rules.ts";
import { startRedis } from "../../test/redis-server.ts";
import { type StartedServer, startServer } from "../../test/start-server.ts";
import { fillStore } from "./fill-store.ts";
import type { Part } from "./find-saturation.ts";
import { ruleText } from "./make-record.ts";
import type { World } from "./make-request.ts";
import { machineCpuSeconds, residentBytes, treeCpuSeconds } from "./process-cpu.ts";
import { startDatabase } from "./start-database.ts";

/** What the parts have used and hold at one moment. */
export interface Reading {
  readonly at: number;
  readonly cpu: Readonly<Record<Part, number>>;
  /** Of the whole machine. */
  readonly machineCpu: number;
  readonly resident: Readonly<Record<"server" | "worker", number>>;
  /** Events that the learner has not dealt with, with those that are not relayed yet. */
  readonly behind: number;
  /** Records that were evaluated so far. */
  readonly evaluated: number;
  readonly walBytes: number;
  readonly redisBytes: number;
  readonly streamLength: number;
}

export interface Fleet {
  readonly urls: readonly string[];
  readonly servers: number;
  readonly world: World;
  readonly storeUrl: string;
  readonly redisUrl: string;
  readonly read: () => Promise<Reading>;
  /** The 99th percentile of how late the servers' event loops were since the last asking, the worst of them. */
  readonly lagMs: () => Promise<number>;
  /** Answers a query to the database. */
  readonly query: <Row extends pg.QueryResultRow>(sql: string) => Promise<readonly Row[]>;
  readonly stop: () => Promise<void>;
}

export interface FleetPlan {
  readonly servers: number;
  readonly workers: number;
  readonly agents: number;
  readonly records: number;
}

/** Rules in force that hold for every agent: fewer than a prompt may have, so none has to give way. */
const RULES = 15;

/** One PostgreSQL that waits for the disk, one Redis, so many servers and workers, and a token for each agent. */
export async function startFleet(plan: FleetPlan): Promise<Fleet> {
  const folder = mkdtempSync(join(tmpdir(), "emend-load-"));
  const database = await startDatabase();
  const redis = await startRedis({ appendonly: true });
  const shared = ["--store", database.url, "--redis", redis.url, "--port", "0", "--role"];
  const env = { EMEND_SERVER_LOG_LEVEL: "error" };
  const start = (role: string): Promise<StartedServer> =>
    startServer([...shared, role], { cwd: folder, env });
  const first = await start("server");
  const admin = first.token;
  if (admin === undefined) throw new Error("the server wrote no token");
  const store = await openPostgresStore({ url: database.url });
  const log = await openRedisEventLog({ url: redis.url });
  for (let n = 0; n < RULES; n += 1) await bringIntoForce(store, ruleText(n));
  if (plan.records > 0) {
    await fillStore(store, plan.records);
    // What was filled in is history: nobody has to be told, and nobody learns from it.
    await query("delete from outbox");
    await query("vacuum analyze");
  }
  const servers = [first];
  while (servers.length < plan.servers) servers.push(await start("server"));
  const workers: StartedServer[] = [];
  while (workers.length < plan.workers) workers.push(await start("worker"));
  const client = new Redis(redis.url);
  const cpuOf = (all: readonly StartedServer[]): number =>
    all.reduce((sum, { child }) => sum + treeCpuSeconds(child.pid!), 0);
  const residentOf = (all: readonly StartedServer[]): number =>
    Math.max(0, ...all.map(({ child }) => residentBytes(child.pid!)));

  async function query<Row extends pg.QueryResultRow>(sql: string): Promise<readonly Row[]> {
    const asking = new pg.Client({ connectionString: database.url });
    await asking.connect();
    try {
      return (await asking.query<Row>(sql)).rows;
    } finally {
      await asking.end();
    }
  }

  return {
    urls: servers.map(({ url }) => url),
    servers: servers.length,
    storeUrl: database.url,
    redisUrl: redis.url,
    world: {
      name: `load-${process.pid}`,
      admin,
      agentTokens: await tokens(first.url, admin, plan.agents),
      waiting: [],
    },
    query,
    read: async () => {
      const [{ wal, evaluated } = { wal: 0, evaluated: 0 }] = await query<{ wal: string; evaluated: string }>(
        `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as wal,
           (select coalesce(sum(count), 0) from evaluation_count) as evaluated`,
      );
      const info = await client.info();
      const figure = (name: string): number => Number(new RegExp(`${name}:([\\d.]+)`).exec(info)?.[1] ?? 0);
      const { waiting, pending } = await log.backlog(LEARN_GROUP);
      const { user, system } = process.cpuUsage();
      return {
        at: performance.now(),
        cpu: {
          server: cpuOf(servers),
          worker: cpuOf(workers),
          postgres: treeCpuSeconds(database.pid),
          redis: figure("used_cpu_user") + figure("used_cpu_sys"),
          generator: (user + system) / 1_000_000,
        },
        machineCpu: machineCpuSeconds(),
        resident: { server: residentOf(servers), worker: residentOf(workers) },
        behind: waiting + pending + (await store.outbox.depth()),
        evaluated: Number(evaluated),
        walBytes: Number(wal),
        redisBytes: figure("used_memory"),
        streamLength: await client.xlen("emend:events"),
      };
    },
    lagMs: async () => Math.max(...(await Promise.all(servers.map(({ url }) => lagOf(url, admin))))),
    stop: async () => {
      client.disconnect();
      await log.close();
      await store.close();
      for (const { child } of [...workers, ...servers]) child.kill("SIGKILL");
      await redis.stop();
      await database.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function tokens(url: string, admin: string, count: number): Promise<readonly string[]> {
  const made: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const response = await fetch(`${url}/api/v1/tokens`, {
      method: "POST",
      headers: { authorization: `Bearer ${admin}`, "content-type": "application/json" },
      body: JSON.stringify({ name: `agent-${n}`, role: "agent", agent: `agent-${n}` }),
    });
    const answer = (await response.json()) as { readonly text?: string };
    if (answer.text === undefined) throw new Error(`no token was made: ${JSON.stringify(answer)}`);
    made.push(answer.text);
  }
  return made;
}

async function lagOf(url: string, token: string): Promise<number> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const seconds = /^emend_nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(await response.text())?.[1];
  return Number(seconds ?? Number.NaN) * 1_000;
}
