import { concludeTrials } from "../../src/core/trial/conclude-trials.ts";
import type { JudgedTrial, TrialVerdict } from "../../src/core/trial/judge-trial.ts";
import { judgeTally, NO_EVIDENCE, NO_TALLY } from "../../src/core/trial/trial-evidence.ts";
import { armOfTask } from "../../src/core/trial/trial.ts";
import type { Random } from "./random.ts";
import { createTrialWorld, type TrialWorld } from "./trial-world.ts";

export interface TrialPlan {
  readonly share: number;
  /** Drawn into the arms of its tasks. */
  readonly secret: string;
  readonly maxRecurrences: number;
  readonly maxTasks: number;
  /** Counts every recurrence, as a careless analysis would, instead of every task in which the mistake came back. */
  readonly countsEach?: boolean;
}

export interface TrialResult {
  readonly verdict: TrialVerdict;
  /** Tasks with the mistake, all tasks and all runs until the verdict or the end. */
  readonly recurrences: number;
  readonly tasks: number;
  readonly runs: number;
  /** The recurrence at which a common test, repeated at every look, would have found a difference. */
  readonly common: number | undefined;
}

/** Runs a trial as Emend does, with a look after each recurrence. */
export function runTrial(world: TrialWorld, plan: TrialPlan, random: Random): TrialResult {
  const { share, secret } = plan;
  const trial = { id: "trial", rule_id: "rule", version: 1, share, secret };
  const next = createTrialWorld(world, random);
  const tasks = { given: 0, withheld: 0 };
  const counts = { given: 0, withheld: 0 };
  let [runs, recurrences, common] = [0, 0, undefined as number | undefined];
  const result = (verdict: TrialVerdict): TrialResult => ({
    verdict,
    recurrences,
    tasks: tasks.given + tasks.withheld,
    runs,
    common,
  });
  while (recurrences < plan.maxRecurrences && tasks.given + tasks.withheld < plan.maxTasks) {
    const arm = armOfTask(trial, "agent", String(tasks.given + tasks.withheld));
    tasks[arm] += 1;
    const task = next(arm === "given");
    runs += task.runs;
    if (task.recurrences === 0) continue;
    const counted = plan.countsEach === true ? task.recurrences : 1;
    counts[arm] += counted;
    recurrences += counted;
    if (common === undefined && commonTest(counts, share)) common = recurrences;
    if (judged(counts, share).verdict === "undecided") continue;
    const evidence = { ...NO_EVIDENCE, tasks, tally: { ...NO_TALLY, ...counts } };
    const [conclusion] = concludeTrials([{ trial: { share, kind: "introduction", margin: null }, evidence }]);
    if (conclusion!.verdict !== "undecided") return result(conclusion!.verdict);
  }
  return result("undecided");
}

const known = new Map<string, JudgedTrial>();

/** Judged by Emend; the same counts come up in many trials. */
export function judged(
  counts: { readonly given: number; readonly withheld: number },
  share: number,
): JudgedTrial {
  const key = `${share} ${counts.given} ${counts.withheld}`;
  let found = known.get(key);
  if (found === undefined) {
    found = judgeTally(counts, share);
    known.set(key, found);
  }
  return found;
}

const LEAST = 10;

/** The z test at 5 %, which is meant for one look. */
function commonTest(
  { given, withheld }: { readonly given: number; readonly withheld: number },
  share: number,
): boolean {
  const count = given + withheld;
  return count >= LEAST && Math.abs(given - count * share) > 1.96 * Math.sqrt(count * share * (1 - share));
}
