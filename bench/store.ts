import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Feedback } from "../src/core/feedback/feedback.ts";
import { openDatabase, type SqliteDatabase } from "../src/drivers/sql/sqlite/better-sqlite.ts";
import { openSqliteStore } from "../src/drivers/sql/sqlite/open-sqlite-store.ts";
import type { Store } from "../src/ports/store.ts";
import { numbered, recordOf } from "./make.ts";
import { median, micros, type Row } from "./measure.ts";

const AGENTS = 10;
const ROUNDS = 7;
const SINGLE = 1_000;
const BATCH = 1_024;
const BATCHES = 8;
const WEEK_HOURS = 168;
/** Decisions of one agent in an hour, so that history grows in time and not in density. */
const PER_HOUR = 2;

/** Decision number `n` of a steady stream: every agent decides `PER_HOUR` times an hour. */
const decision = (n: number): Feedback =>
  recordOf(n, Date.UTC(2000, 0, 1) + (n / (AGENTS * PER_HOUR)) * 3_600_000, {
    decision: n % 3 === 0 ? "APPROVED" : n % 7 === 0 ? "APPROVED_WITH_CHANGES" : "REJECTED",
    agent: `agent-${n % AGENTS}`,
  });

/** The bare way: one table by id, one prepared statement, the same pragmas. */
function openBare(file: string): { database: SqliteDatabase; insert: (record: Feedback) => void } {
  const database = openDatabase(file);
  for (const pragma of [
    "journal_mode = WAL",
    "synchronous = FULL",
    "secure_delete = ON",
    "cache_size = -32000",
  ])
    database.pragma(pragma);
  database.exec(
    "create table feedback (id text primary key, event_id text, fingerprint text, agent text, author text, time text, record text)",
  );
  const statement = database.prepare("insert into feedback values (?, ?, ?, ?, ?, ?, ?)");
  const insert = (record: Feedback): void => {
    const { id, event_id: event, fingerprint, agent, author, time } = record;
    statement.run([id, event, fingerprint, agent, author.id, time, JSON.stringify(record)]);
  };
  return { database, insert };
}

/** Median time for one record in milliseconds of each way; the two take turns. */
async function compare(
  make: (round: number) => readonly Feedback[],
  ways: readonly ((records: readonly Feedback[]) => Promise<void> | void)[],
): Promise<readonly number[]> {
  const times = ways.map((): number[] => []);
  for (let round = 0; round <= ROUNDS; round += 1) {
    const records = make(round);
    for (const [at, way] of ways.entries()) {
      globalThis.gc?.();
      const start = performance.now();
      await way(records);
      // The first round is for warming up.
      if (round > 0) times[at]!.push((performance.now() - start) / records.length);
    }
  }
  return times.map(median);
}

async function benchIngest(folder: string): Promise<readonly Row[]> {
  const store = await openSqliteStore({ file: join(folder, "ours.db") });
  const bare = openBare(join(folder, "theirs.db"));
  const [single, bareSingle] = (await compare(
    (round) => numbered(decision, round * SINGLE, SINGLE),
    [
      async (records) => void (await Promise.all(records.map((record) => store.feedback.record([record])))),
      (records) => records.forEach(bare.insert),
    ],
  )) as [number, number];
  const [batched, bareBatched] = (await compare(
    (round) => numbered(decision, (ROUNDS + 1) * SINGLE + round * BATCH * BATCHES, BATCH * BATCHES),
    [
      async (records) => void (await store.feedback.record(records)),
      (records) => {
        for (let at = 0; at < records.length; at += BATCH) {
          bare.database.exec("begin immediate");
          records.slice(at, at + BATCH).forEach(bare.insert);
          bare.database.exec("commit");
        }
      },
    ],
  )) as [number, number];
  await store.close();
  bare.database.close();
  return [
    {
      what: `durable ingest, ${SINGLE} single decisions at once, each`,
      peer: "bare better-sqlite3, one insert each",
      ours: micros(single),
      theirs: micros(bareSingle),
      ratio: single / bareSingle,
      limit: 2,
    },
    {
      what: "batched import, each decision",
      peer: `bare better-sqlite3, ${BATCH} inserts a transaction`,
      ours: micros(batched),
      theirs: micros(bareBatched),
      ratio: batched / bareBatched,
      limit: 3.33,
    },
  ];
}

/** A store with so much history, and the reading of its last two weeks for one agent. */
async function filled(
  folder: string,
  count: number,
): Promise<{ store: Store; read: () => Promise<unknown> }> {
  const store = await openSqliteStore({ file: join(folder, `history-${count}.db`) });
  for (let at = 0; at < count; at += BATCH)
    await store.feedback.record(numbered(decision, at, Math.min(BATCH, count - at)));
  const end = Math.floor(Date.parse(decision(count).time) / 3_600_000);
  const hour = (number: number): string => new Date(number * 3_600_000).toISOString();
  const range = { from: hour(end - 2 * WEEK_HOURS), to: hour(end), agent: "agent-3" };
  return { store, read: () => store.feedback.rollUp(range) };
}

async function benchRollUp(folder: string, many: number, few: number): Promise<Row> {
  const large = await filled(folder, many);
  const small = await filled(folder, few);
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < 60; round += 1) {
    for (const [at, { read }] of [large, small].entries()) {
      const start = performance.now();
      await read();
      if (round >= 10) times[at]!.push(performance.now() - start);
    }
  }
  const [ours, theirs] = times.map(median) as [number, number];
  await large.store.close();
  await small.store.close();
  return {
    what: `roll-up of one agent, two weeks out of ${many.toLocaleString("en")} records`,
    peer: `itself, out of ${few.toLocaleString("en")}`,
    ours: micros(ours),
    theirs: micros(theirs),
    ratio: ours / theirs,
    limit: 2,
  };
}

export async function benchStore(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "emend-bench-store-"));
  try {
    return [...(await benchIngest(folder)), await benchRollUp(folder, 200_000, 10_000)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
