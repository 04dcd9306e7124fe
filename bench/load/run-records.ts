// What a record takes on disk and in time, on PostgreSQL and in SQLite, and what reading costs among many:
// `node bench/load/run-records.ts [records]`.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { myMistakes } from "../../src/app/mistake/my-mistakes.ts";
import { reportPatterns } from "../../src/app/pattern/report-patterns.ts";
import { BUILT_IN_PACKS } from "../../src/core/gate/built-in-packs.ts";
import { createGateCatalogue } from "../../src/core/gate/gate.ts";
import { openPostgresStore } from "../../src/drivers/sql/postgres/open-postgres-store.ts";
import { openSqliteStore } from "../../src/drivers/sql/sqlite/open-sqlite-store.ts";
import type { Store } from "../../src/ports/store.ts";
import { median } from "../measure.ts";
import { fillStore } from "./fill-store.ts";
import { treeCpuSeconds } from "./process-cpu.ts";
import { startDatabase } from "./start-database.ts";

const count = Number(process.argv[2] ?? 200_000);
const catalogue = createGateCatalogue(BUILT_IN_PACKS);

async function timeReads(store: Store): Promise<void> {
  const patterns = reportPatterns({ store: store.feedback, gates: catalogue });
  const now = new Date().toISOString();
  const hour = (ago: number): string =>
    new Date(Math.floor(Date.now() / 3_600_000 + 1 - ago) * 3_600_000).toISOString();
  const reads: Readonly<Record<string, () => Promise<unknown>>> = {
    "rows of a scrape, 24 h": () => store.feedback.rollUp({ from: hour(24), to: hour(0) }),
    "all agents, 24 h": () => patterns({ now, hours: 24 }),
    "all agents, 7 d": () => patterns({ now, hours: 168 }),
    "one agent, 7 d": () => patterns({ now, hours: 168, agent: "agent-17" }),
    "newest 50": () => store.feedback.list({ limit: 50 }),
    "newest 50 of an agent": () => store.feedback.list({ limit: 50, agent: "agent-17" }),
    "newest 50 of a tag": () => store.feedback.list({ limit: 50, tag: "bounds" }),
    "an agent's mistakes at a file": () =>
      myMistakes({ ...store, gates: catalogue })({
        agent: "agent-17",
        files: ["src/orders/step-3.ts"],
        limit: 10,
      }),
  };
  for (const [name, read] of Object.entries(reads)) {
    const [times, own]: [number[], number[]] = [[], []];
    for (let round = 0; round < 6; round += 1) {
      const [started, cpu] = [performance.now(), cpuOf()];
      await read();
      if (round === 0) continue;
      times.push(performance.now() - started);
      own.push(cpuOf() - cpu);
    }
    console.log(
      `  read: ${name.padEnd(32)} ${median(times).toFixed(1)} ms, ${median(own).toFixed(1)} of them our processor`,
    );
  }
}

const cpuOf = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

async function fill(store: Store): Promise<void> {
  const before = cpuOf();
  const seconds = await fillStore(store, count);
  console.log(
    `  ${count} records in ${seconds.toFixed(1)} s, ${Math.round(count / seconds)} a second, ${((cpuOf() - before) / count).toFixed(3)} ms of our processor each`,
  );
}

console.log("PostgreSQL");
const database = await startDatabase();
const store = await openPostgresStore({ url: database.url });
const client = new pg.Client({ connectionString: database.url });
await client.connect();
const walBefore = await walBytes();
const cpuBefore = treeCpuSeconds(database.pid);
await fill(store);
const each = (bytes: number): string => `${(bytes / count).toFixed(0)} bytes a record`;
console.log(
  `  ${(((treeCpuSeconds(database.pid) - cpuBefore) * 1_000) / count).toFixed(3)} ms of PostgreSQL's processor each, write-ahead log ${each((await walBytes()) - walBefore)}`,
);
await client.query("vacuum analyze");
const { rows } = await client.query<{ name: string; kind: string; bytes: string; rows: string }>(
  `select c.relname as name, c.relkind as kind, pg_relation_size(c.oid) as bytes, c.reltuples::bigint as rows
   from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname = 'public' and c.relkind in ('r', 'i') and pg_relation_size(c.oid) > 1000000 order by 1`,
);
for (const { name, kind, bytes, rows: tuples } of rows)
  console.log(`  ${kind} ${name.padEnd(28)} ${each(Number(bytes))} (${tuples} rows)`);
const { rows: sizes } = await client.query<{ bytes: string }>(
  "select pg_database_size(current_database()) as bytes",
);
console.log(`  everything ${each(Number(sizes[0]!.bytes))}`);
await timeReads(store);
await client.end();
await store.close();
await database.stop();

console.log("SQLite");
const folder = mkdtempSync(join(tmpdir(), "emend-records-"));
const file = join(folder, "emend.db");
const small = await openSqliteStore({ file });
await fill(small);
await timeReads(small);
await small.close();
console.log(`  everything ${each(statSync(file).size)}`);
rmSync(folder, { recursive: true, force: true });

async function walBytes(): Promise<number> {
  const { rows: found } = await client.query<{ at: string }>(
    "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as at",
  );
  return Number(found[0]!.at);
}
