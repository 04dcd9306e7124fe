import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reportPatterns } from "../src/app/pattern/report-patterns.ts";
import { BUILT_IN_PACKS } from "../src/core/gate/built-in-packs.ts";
import { createGateCatalogue } from "../src/core/gate/gate.ts";
import { openDatabase } from "../src/drivers/sql/sqlite/better-sqlite.ts";
import { openSqliteStore } from "../src/drivers/sql/sqlite/open-sqlite-store.ts";
import { decisionOf, scatter } from "./make.ts";
import { median, micros, mib, type Row } from "./measure.ts";

const TAGS = 12;
const HOUR_MS = 3_600_000;
const WEEK_HOURS = 168;
const MANY = 1_000_000;
const START = Date.UTC(2020, 0, 1);
/** Where history grows in time and not in density. */
const STEADY: Pace = { perHour: 30, agents: 10 };
const QUARTER_HOURS = 90 * 24;

interface Pace {
  /** Records of all agents in an hour. */
  readonly perHour: number;
  readonly agents: number;
}

const catalogue = createGateCatalogue(BUILT_IN_PACKS);

/**
 * Decision number `n` of a company whose agents work day and night: four of seven are rejected, with one or two
 * of the tags and a comment of usual length.
 */
const decision = (n: number, { perHour, agents }: Pace): string =>
  `${JSON.stringify(
    decisionOf(n, START + (n / perHour) * HOUR_MS, {
      decision: scatter(n, 7) < 4 ? "REJECTED" : scatter(n, 7) === 4 ? "APPROVED_WITH_CHANGES" : "APPROVED",
      tags: [`tag-${scatter(n, 1_009) % TAGS}`, `tag-${scatter(n, 4_001) % TAGS}`],
      agent: `agent-${n % agents}`,
    }),
  )}\n`;

function writeDecisions(file: string, count: number, pace: Pace): void {
  const handle = openSync(file, "w");
  for (let at = 0; at < count; at += 1_000) {
    const lines: string[] = [];
    for (let n = at; n < Math.min(count, at + 1_000); n += 1) lines.push(decision(n, pace));
    writeSync(handle, lines.join(""));
  }
  closeSync(handle);
}

interface Imported {
  readonly store: string;
  /** The time right after its last record. */
  readonly now: string;
  readonly peakRssKiB: number;
}

const TELL_PEAK = `data:text/javascript,process.on("exit",()=>process.stderr.write("peak "+process.resourceUsage().maxRSS))`;

/** Runs the built `emend import` on so many decisions, as a process of its own. */
function imported(folder: string, count: number, pace: Pace): Imported {
  const name = `${count}-${pace.agents}-${Math.round(pace.perHour)}`;
  const [input, store] = [join(folder, `${name}.jsonl`), join(folder, `${name}.db`)];
  writeDecisions(input, count, pace);
  const args = ["--import", TELL_PEAK, "dist/bin.js", "import", input, "--store", store, "--json"];
  const run = spawnSync(process.execPath, args, { encoding: "utf8" });
  rmSync(input);
  const peak = Number(/peak (\d+)/.exec(run.stderr)?.[1]);
  if (run.status !== 0 || (JSON.parse(run.stdout) as { new: unknown }).new !== count)
    throw new Error(`emend import ended with ${run.status}: ${run.stderr}`);
  return { store, now: new Date(START + (count / pace.perHour) * HOUR_MS).toISOString(), peakRssKiB: peak };
}

/** Asks for one agent's report over and over. */
async function openReport({ store: file, now }: Imported) {
  const store = await openSqliteStore({ file });
  const ask = reportPatterns({ store: store.feedback, gates: catalogue });
  return {
    read: () => ask({ now, hours: WEEK_HOURS, agent: "agent-0" }),
    close: () => store.close(),
  };
}

/**
 * The report the plain way: select an agent's records of a window, newest first, parse the JSON of each and count
 * outcomes and tags in a loop, then the same for the window before, which the trend is told from. It may use the
 * store's index of agents and times, and its statement is prepared once.
 */
function openPlainReport({ store, now }: Imported) {
  const database = openDatabase(store, { readonly: true });
  database.pragma("cache_size = -32000");
  const select = database.prepare(
    "select record from feedback where agent = ? and time > ? and time <= ? order by time desc",
  );
  const time = (hoursAgo: number): string => new Date(Date.parse(now) - hoursAgo * HOUR_MS).toISOString();
  const count = (from: string, to: string) => {
    const rows = select.all(["agent-0", from, to]) as readonly { readonly record: string }[];
    const issues = new Map<string, number>();
    let rejected = 0;
    for (const { record } of rows) {
      const { outcome, tags } = JSON.parse(record) as { outcome: string | null; tags: readonly string[] };
      if (outcome !== "rejected") continue;
      rejected += 1;
      for (const tag of tags) issues.set(tag, (issues.get(tag) ?? 0) + 1);
    }
    const top = [...issues].toSorted((a, b) => b[1] - a[1]).slice(0, 5);
    return { total: rows.length, rejected, approvalRate: (rows.length - rejected) / rows.length, top };
  };
  return {
    read: () => [count(time(WEEK_HOURS), time(0)), count(time(2 * WEEK_HOURS), time(WEEK_HOURS))],
    close: () => database.close(),
  };
}

/** Median milliseconds of each; they take turns. */
async function takeTurns(reads: readonly (() => unknown)[], rounds: number): Promise<readonly number[]> {
  const times = reads.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, read] of reads.entries()) {
      const start = performance.now();
      await read();
      // The first rounds are for warming up.
      if (round >= rounds / 4) times[at]!.push(performance.now() - start);
    }
  }
  return times.map(median);
}

async function benchHistory(long: Imported, short: Imported): Promise<Row> {
  const [large, small] = [await openReport(long), await openReport(short)];
  const [ours, theirs] = (await takeTurns([large.read, small.read], 200)) as [number, number];
  await large.close();
  await small.close();
  return {
    what: "patterns of one agent, 7 days out of 1,000,000 records",
    peer: "itself, out of 10,000 at the same pace",
    ours: micros(ours),
    theirs: micros(theirs),
    ratio: ours / theirs,
    limit: 2,
  };
}

async function benchPlainWay(from: Imported, what: string, limit: number): Promise<Row> {
  const [mine, plain] = [await openReport(from), openPlainReport(from)];
  const [ours, theirs] = (await takeTurns([mine.read, plain.read], 20)) as [number, number];
  await mine.close();
  plain.close();
  return {
    what: `patterns of one agent, 7 days, ${what}`,
    peer: "select its records, parse and count each",
    ours: micros(ours),
    theirs: micros(theirs),
    ratio: ours / theirs,
    limit,
  };
}

function memoryRow(many: Imported, few: Imported, one: Imported): Row {
  const grown = (of: Imported): number => (of.peakRssKiB - one.peakRssKiB) * 1_024;
  return {
    what: "emend import of 1,000,000 decisions, memory above an import of one",
    peer: "itself, 100,000 decisions",
    ours: mib(grown(many)),
    theirs: mib(grown(few)),
    ratio: grown(many) / grown(few),
    limit: 1.3,
  };
}

/** What a report costs when history is long, and what taking that history in does to memory. */
export async function benchPatterns(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "emend-bench-patterns-"));
  const perHour = MANY / QUARTER_HOURS;
  try {
    const one = imported(folder, MANY, { perHour, agents: 1 });
    const memory = memoryRow(
      one,
      imported(folder, MANY / 10, { perHour, agents: 1 }),
      imported(folder, 1, { perHour, agents: 1 }),
    );
    const alone = await benchPlainWay(one, "that has 1,000,000 records in 90 days", 0.01);
    rmSync(one.store);
    // The gain grows with what an agent does in an hour: our cost is hours × tags, the plain way's is records.
    const shared = await benchPlainWay(
      imported(folder, MANY / 4, { perHour, agents: 10 }),
      "one of ten at that pace",
      0.08,
    );
    const history = await benchHistory(imported(folder, MANY, STEADY), imported(folder, 10_000, STEADY));
    return [history, alone, shared, memory];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
