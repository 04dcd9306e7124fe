import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listTrials, showTrial } from "../src/app/trial/report-trials.ts";
import { startTrial } from "../src/core/trial/decide-trial.ts";
import { forecastTrial } from "../src/core/trial/forecast-trial.ts";
import { addRecurrence, NO_TALLY, type TrialTally } from "../src/core/trial/trial-evidence.ts";
import { toTrialWire } from "../src/core/trial/trial-wire.ts";
import { armOfTask, type Trial } from "../src/core/trial/trial.ts";
import { daysAfter } from "../src/core/time/time.ts";
import { openDatabase } from "../src/drivers/sql/sqlite/better-sqlite.ts";
import { openSqliteStore } from "../src/drivers/sql/sqlite/open-sqlite-store.ts";
import { bringIntoForce } from "../test/active-rules.ts";
import { person } from "../test/examples/example-rule.ts";
import { median, micros, type Row } from "./measure.ts";

const [FEW, MANY] = [100, 100_000];
const DAYS = 60;
const ROUNDS = 200;
const START = "2026-03-01T00:00:00.000Z";

interface Tried {
  readonly read: () => Promise<unknown>;
  readonly list: () => Promise<unknown>;
  readonly close: () => Promise<void>;
}

/** A running trial with so many recurrences, each in one of two tasks. */
async function openTried(folder: string, recurrences: number): Promise<Tried> {
  const file = join(folder, `${recurrences}.db`);
  const store = await openSqliteStore({ file });
  const rule = await bringIntoForce(store, "Close every file handle.", { clusterId: "cl_1" });
  const started = startTrial(
    (await store.rules.find(rule))!,
    {
      id: "tr_1",
      secret: "seed",
      kind: "introduction",
      share: 0.5,
      margin: 0.25,
      forecast: forecastTrial({ share: 0.5, recurrences: 60, tasks: 200, days: 28 }),
      by: person("ana"),
    },
    START,
  );
  if (!started.ok) throw new Error(started.error.message);
  await store.trials.save(started.value);
  fill(file, started.value.state, recurrences);
  const show = showTrial(store);
  const list = listTrials(store);
  return {
    read: async () => {
      const shown = await show("tr_1");
      if (!shown.ok) throw new Error(shown.error.message);
      return JSON.stringify(toTrialWire(shown.value));
    },
    list: () => list({ limit: 50 }),
    close: () => store.close(),
  };
}

/** What recording each task and recurrence would leave behind, written at once. */
function fill(file: string, trial: Trial, recurrences: number): void {
  const database = openDatabase(file);
  database.exec("begin");
  const task = database.prepare("insert into trial_task values (?, 'rio', ?, ?, ?)");
  const noted = database.prepare("insert into trial_recurrence values (?, ?, 'counted')");
  const day = database.prepare(
    "insert into trial_day values (?, ?, ?, 1) on conflict (trial_id, day, arm) do update set tasks = tasks + 1",
  );
  let tally: TrialTally = NO_TALLY;
  for (let n = 0; n < recurrences * 2; n += 1) {
    const time = daysAfter(START, (n / (recurrences * 2)) * DAYS);
    const arm = armOfTask(trial, "rio", `T-${n}`);
    task.run([trial.id, `T-${n}`, arm, n % 2]);
    day.run([trial.id, time.slice(0, 10), arm]);
    if (n % 2 === 0) continue;
    noted.run([trial.id, `fb_${n}`]);
    tally = addRecurrence(tally, { arm, time, share: trial.share });
  }
  database
    .prepare("update trial_tally set document = ? where trial_id = ?")
    .run([JSON.stringify(tally), trial.id]);
  database.exec("commit");
  database.close();
}

/** Median milliseconds of each; they take turns. */
async function takeTurns(reads: readonly (() => Promise<unknown>)[]): Promise<readonly number[]> {
  const times = reads.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [at, read] of reads.entries()) {
      const start = performance.now();
      await read();
      // The first rounds are for warming up.
      if (round >= ROUNDS / 4) times[at]!.push(performance.now() - start);
    }
  return times.map(median);
}

/** What the page of a trial costs when it has a long history. */
export async function benchTrials(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "emend-bench-trials-"));
  try {
    const [many, few] = [await openTried(folder, MANY), await openTried(folder, FEW)];
    const [ours, theirs, listed, listedFew] = (await takeTurns([
      many.read,
      few.read,
      many.list,
      few.list,
    ])) as [number, number, number, number];
    await Promise.all([many.close(), few.close()]);
    const peer = `itself, out of ${FEW} recurrences`;
    const row = (what: string, a: number, b: number): Row => ({
      what: `${what} with ${MANY.toLocaleString("en")} recurrences`,
      peer,
      ours: micros(a),
      theirs: micros(b),
      ratio: a / b,
      limit: 1.5,
    });
    return [row("the page of a trial", ours, theirs), row("the list of trials", listed, listedFew)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
