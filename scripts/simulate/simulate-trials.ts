import { checkArms } from "../../src/core/trial/check-arms.ts";
import { confirmVerdicts } from "../../src/core/trial/confirm-verdicts.ts";
import { createRandom } from "./random.ts";
import { judged, runTrial, type TrialResult } from "./run-trial.ts";
import { DRIFTS, LINKS, type TrialDrift, type TrialLink } from "./trial-world.ts";

const RATE = 0.1;
const NULL_RECURRENCES = 200;
const NULL_TASKS = 4_000;
const NULL_SHARES = [0.5, 0.8, 0.2] as const;

export interface NullCell {
  readonly share: number;
  readonly drift: TrialDrift;
  readonly link: TrialLink;
  readonly trials: number;
  /** Trials that were said to work or to harm, each of them falsely. */
  readonly works: number;
  readonly harms: number;
  /** Trials that were said to make no difference, which is right. */
  readonly none: number;
}

export interface NullTrials {
  readonly cells: readonly NullCell[];
  /** The share of trials with a false verdict after so many recurrences, and with a common test at every look. */
  readonly looks: readonly {
    readonly recurrences: number;
    readonly emend: number;
    readonly common: number;
  }[];
  /** False verdicts if each recurrence of a burst counted, with equal arms. */
  readonly counting_each: number;
}

/** Trials of rules that do nothing, with a look after each recurrence. */
export function simulateNullTrials(trials: number, seed: number): NullTrials {
  const cells: NullCell[] = [];
  const all: TrialResult[] = [];
  for (const share of NULL_SHARES)
    for (const drift of DRIFTS)
      for (const link of LINKS) {
        const results = repeat(trials, seed + cells.length, (random, secret) =>
          runTrial(
            { drift, link, rate: RATE, reduction: 0 },
            {
              share,
              secret: `null ${cells.length} ${secret}`,
              maxRecurrences: NULL_RECURRENCES,
              maxTasks: NULL_TASKS,
            },
            random,
          ),
        );
        all.push(...results);
        const count = (verdict: string): number => results.filter((one) => one.verdict === verdict).length;
        cells.push({
          share,
          drift,
          link,
          trials,
          works: count("works"),
          harms: count("harms"),
          none: count("makes no difference"),
        });
      }
  const isFalse = ({ verdict }: TrialResult): boolean => verdict === "works" || verdict === "harms";
  const looks = [10, 20, 30, 40, 60, 80, 100, 120, 140, 160, 180, 200].map((recurrences) => ({
    recurrences,
    emend: share(all, (one) => isFalse(one) && one.recurrences <= recurrences),
    common: share(all, ({ common }) => common !== undefined && common <= recurrences),
  }));
  const careless = repeat(trials, seed - 1, (random, secret) =>
    runTrial(
      { drift: "steady", link: "bursts", rate: RATE, reduction: 0 },
      {
        share: 0.5,
        secret: `each ${secret}`,
        maxRecurrences: NULL_RECURRENCES,
        maxTasks: NULL_TASKS,
        countsEach: true,
      },
      random,
    ),
  );
  return { cells, looks, counting_each: share(careless, isFalse) };
}

export interface TrueCell {
  readonly reduction: number;
  readonly share: number;
  readonly trials: number;
  /** Verdicts by share of trials. */
  readonly works: number;
  readonly harms: number;
  readonly none: number;
  /** Until the verdict that is right; null if fewer than that share of trials came to one. */
  readonly recurrences: Quantiles;
  readonly runs: Quantiles;
  /** The share of trials that had the right verdict after so many recurrences. */
  readonly curve: readonly { readonly recurrences: number; readonly share: number }[];
}

export interface Quantiles {
  readonly median: number | null;
  readonly eightieth: number | null;
}

const REDUCTIONS = [0.75, 0.5, 0.3, -1] as const;
const TRUE_RECURRENCES = 1_500;

/** Trials of rules that prevent or cause mistakes: how long until the verdict. */
export function simulateTrueTrials(trials: number, seed: number): readonly TrueCell[] {
  const cells: TrueCell[] = [];
  for (const reduction of REDUCTIONS)
    for (const shareOfTasks of [0.5, 0.8]) {
      const results = repeat(trials, seed + cells.length, (random, secret) =>
        runTrial(
          { drift: "wanders", link: "retries", rate: RATE, reduction },
          {
            share: shareOfTasks,
            secret: `true ${reduction} ${shareOfTasks} ${secret}`,
            maxRecurrences: TRUE_RECURRENCES,
            maxTasks: 100_000,
          },
          random,
        ),
      );
      const wanted = reduction > 0 ? "works" : "harms";
      const right = results.filter(({ verdict }) => verdict === wanted);
      cells.push({
        reduction,
        share: shareOfTasks,
        trials,
        works: share(results, ({ verdict }) => verdict === "works"),
        harms: share(results, ({ verdict }) => verdict === "harms"),
        none: share(results, ({ verdict }) => verdict === "makes no difference"),
        recurrences: quantiles(
          right.map(({ recurrences }) => recurrences),
          trials,
        ),
        runs: quantiles(
          right.map(({ runs }) => runs),
          trials,
        ),
        curve: CURVE.map((recurrences) => ({
          recurrences,
          share: right.filter((one) => one.recurrences <= recurrences).length / trials,
        })),
      });
    }
  return cells;
}

const CURVE = [5, 10, 15, 20, 25, 30, 40, 50, 65, 80, 100, 130, 160, 200, 250, 300, 400, 500, 700, 1_000];

export interface ManyTrials {
  readonly repetitions: number;
  readonly rules: number;
  /** Rules among them that prevent three quarters of their mistake; the others do nothing. */
  readonly working: number;
  /** The share of *works* verdicts that are false, on average, with and without e-BH. */
  readonly false_share: number;
  readonly false_share_alone: number;
  /** The share of working rules that are found. */
  readonly found: number;
  readonly found_alone: number;
}

const RULES = 50;
const WORKING = 10;
const MANY_ROUNDS = 150;

/** Fifty trials at once, looked at after each recurrence of any of them. */
export function simulateManyTrials(repetitions: number, seed: number): ManyTrials {
  const sums = { false_share: 0, false_share_alone: 0, found: 0, found_alone: 0 };
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    const random = createRandom(seed + repetition);
    const arms = Array.from({ length: RULES }, () => ({ given: 0, withheld: 0 }));
    const evidence = Array.from({ length: RULES }, () => 0);
    const together = new Set<number>();
    const alone = new Set<number>();
    for (let round = 0; round < MANY_ROUNDS; round += 1) {
      for (let rule = 0; rule < RULES; rule += 1) {
        // A trial that ended stays as it was then.
        if (together.has(rule)) continue;
        const given = rule < WORKING ? 0.2 : 0.5;
        arms[rule]![random() < given ? "given" : "withheld"] += 1;
        const { e_value, verdict } = judged(arms[rule]!, 0.5);
        evidence[rule] = e_value;
        if (verdict === "works") alone.add(rule);
      }
      for (const [rule, isConfirmed] of confirmVerdicts(evidence).entries())
        if (isConfirmed && judged(arms[rule]!, 0.5).verdict === "works") together.add(rule);
    }
    const falseShare = (rules: ReadonlySet<number>): number =>
      [...rules].filter((rule) => rule >= WORKING).length / Math.max(1, rules.size);
    const found = (rules: ReadonlySet<number>): number =>
      [...rules].filter((rule) => rule < WORKING).length / WORKING;
    sums.false_share += falseShare(together) / repetitions;
    sums.false_share_alone += falseShare(alone) / repetitions;
    sums.found += found(together) / repetitions;
    sums.found_alone += found(alone) / repetitions;
  }
  return {
    repetitions,
    rules: RULES,
    working: WORKING,
    false_share: rounded(sums.false_share),
    false_share_alone: rounded(sums.false_share_alone),
    found: rounded(sums.found),
    found_alone: rounded(sums.found_alone),
  };
}

export interface LostTasks {
  readonly share: number;
  /** The share of tasks with the rule that get lost. */
  readonly lost: number;
  readonly trials: number;
  /** The share of trials in which the check notices within `MOST_TASKS` tasks, and after how many. */
  readonly noticed: number;
  readonly tasks: Quantiles;
}

export const MOST_TASKS = 5_000;

/** Whether the check of the arms' sizes notices that tasks get lost, with a look after each task. */
export function simulateLostTasks(trials: number, seed: number): readonly LostTasks[] {
  const cells: LostTasks[] = [];
  for (const shareOfTasks of [0.5, 0.8])
    for (const lost of [0, 0.1, 0.2, 0.3]) {
      const results = repeat(trials, seed + cells.length, (random): number | undefined => {
        const arms = { given: 0, withheld: 0 };
        for (let task = 1; task <= MOST_TASKS; task += 1) {
          if (random() >= shareOfTasks) arms.withheld += 1;
          else if (random() >= lost) arms.given += 1;
          else continue;
          if (!checkArms(arms, shareOfTasks).ok) return task;
        }
        return undefined;
      });
      const noticed = results.filter((task) => task !== undefined);
      cells.push({
        share: shareOfTasks,
        lost,
        trials,
        noticed: rounded(noticed.length / trials),
        tasks: quantiles(noticed, trials),
      });
    }
  return cells;
}

function repeat<T>(
  count: number,
  seed: number,
  once: (random: () => number, secret: string) => T,
): readonly T[] {
  return Array.from({ length: count }, (_, index) =>
    once(createRandom(seed * 1_000_003 + index), `${seed} ${index}`),
  );
}

const share = <T>(all: readonly T[], is: (one: T) => boolean): number =>
  rounded(all.filter(is).length / all.length);

function quantiles(values: readonly number[], of: number): Quantiles {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part: number): number | null => sorted[Math.ceil(part * of) - 1] ?? null;
  return { median: at(0.5), eightieth: at(0.8) };
}

const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;
