import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildPrompt } from "../src/app/rule/build-prompt.ts";
import { DEFAULT_RULE_POLICY } from "../src/core/evaluation/rule-policy.ts";
import { sha256 } from "../src/drivers/crypto/sha256.ts";
import { openSqliteStore } from "../src/drivers/sql/sqlite/open-sqlite-store.ts";
import { bringIntoForce } from "../test/active-rules.ts";
import { startingTrial } from "../test/examples/example-trial.ts";
import { median, type Row } from "./measure.ts";

const RULES = 15;
const CALLS = 10;
const ROUNDS = 150;
/** What assigning a task to the arms of its trials may add to a prompt. */
const ALLOWED_MS = 0.2;

/** A prompt with rules on trial, against the same rules without trials, in processor time: the difference is small. */
export async function benchTrialAssignment(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "emend-bench-assignment-"));
  const open = async (name: string, trials: number) => {
    const store = await openSqliteStore({ file: join(folder, name) });
    for (let n = 0; n < RULES; n += 1) {
      const id = await bringIntoForce(store, `Close file handle ${n} in a finally block.`, {
        clusterId: `cl_${n}`,
      });
      if (n >= trials) continue;
      const rule = await store.rules.find(id);
      if (!(await store.trials.save(startingTrial(n, {}, rule)))) throw new Error("the trial did not start");
    }
    const now = (): string => new Date().toISOString();
    const { rules, checks, runs, trials: running } = store;
    const build = buildPrompt({
      rules,
      checks,
      runs,
      trials: running,
      policy: DEFAULT_RULE_POLICY,
      now,
      hash: sha256,
    });
    let task = 0;
    const time = async (recorded: boolean): Promise<number> => {
      const start = process.cpuUsage();
      for (let n = 0; n < CALLS; n += 1, task += 1) {
        const run = recorded ? { run: `run-${task}` } : {};
        const built = await build({ agent: "rio", base: "You write code.", task: `task-${task}`, ...run });
        if (!built.ok) throw new Error(built.error.message);
      }
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1_000 / CALLS;
    };
    return { store, time };
  };
  const [none, some] = [await open("none.db", 0), await open("some.db", RULES)];
  const rows: Row[] = [];
  for (const recorded of [false, true]) {
    const times: Record<"ours" | "theirs", number[]> = { ours: [], theirs: [] };
    for (let round = 0; round < ROUNDS + 5; round += 1) {
      times.theirs.push(await none.time(recorded));
      times.ours.push(await some.time(recorded));
    }
    const [ours, theirs] = [median(times.ours.slice(5)), median(times.theirs.slice(5))];
    rows.push({
      what: `a prompt with ${RULES} rules on trial${recorded ? ", arms recorded" : ", arms assigned"}`,
      peer: `without trials${recorded ? "" : ` (limit: + ${ALLOWED_MS} ms)`}`,
      ours: `${ours.toFixed(3)} ms`,
      theirs: `${theirs.toFixed(3)} ms`,
      ratio: ours / theirs,
      limit: recorded ? Number.POSITIVE_INFINITY : 1 + ALLOWED_MS / theirs,
    });
  }
  await none.store.close();
  await some.store.close();
  rmSync(folder, { recursive: true, force: true });
  return rows;
}
