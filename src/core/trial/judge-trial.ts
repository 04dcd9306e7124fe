import { FALSE_SHARE, type Split, weighOdds } from "../statistics/odds-evidence.ts";
import type { TrialArm } from "./assign-arm.ts";

/** A task of a trial in which the mistake came back. */
export interface TrialRecurrence {
  readonly arm: TrialArm;
  /** The share that held for this task, if it was changed during the trial. */
  readonly share?: number;
  /** Several recurrences in one task are one: its retries all had the same arm. */
  readonly task?: string;
}

export interface TrialEvidence {
  /** The share of tasks that are given the rule, between 0 and 1. */
  readonly share: number;
  readonly recurrences: readonly (TrialArm | TrialRecurrence)[];
}

export const TRIAL_VERDICTS = ["works", "harms", "makes no difference", "undecided"] as const;
export type TrialVerdict = (typeof TRIAL_VERDICTS)[number];

export interface JudgedTrial {
  readonly verdict: TrialVerdict;
  /**
   * The evidence against "the rule makes no difference". However often one looks, it reaches 20 in at most one of
   * twenty trials of a rule that makes none.
   */
  readonly e_value: number;
  /** The share of recurrences that the rule prevents, negative if it causes them, with an interval that holds at every look. */
  readonly reduction: TrialReduction;
  /** Tasks in which the mistake came back. */
  readonly recurrences: number;
}

export interface TrialReduction {
  /** Null before the first recurrence. */
  readonly estimate: number | null;
  /** Null if there is no lower end yet. */
  readonly low: number | null;
  readonly high: number;
}

/** One in twenty. */
export const FALSE_VERDICTS = FALSE_SHARE;
/** A rule whose whole interval is within a quarter on both sides makes no difference. */
export const NO_DIFFERENCE = 0.25;

/** How many of the recurrences under one share had the rule. */
export type Tally = Split;

/**
 * Judges a trial by its recurrences alone. Arms are drawn by chance, so if the rule makes no difference, each
 * recurrence has the rule with the known share, whatever else changes: the model, the work, or the team.
 */
export function judgeTrial({ share, recurrences }: TrialEvidence): JudgedTrial {
  return judgeTallies(tallyRecurrences({ share, recurrences }));
}

function tallyRecurrences({ share, recurrences }: TrialEvidence): readonly Tally[] {
  const tallies = new Map<number, { given: number; withheld: number }>();
  const tasks = new Set<string>();
  for (const one of recurrences) {
    const { arm, task, share: own = share } = typeof one === "string" ? { arm: one } : one;
    if (!(own > 0 && own < 1)) throw new RangeError("expected a share between 0 and 1");
    if (task !== undefined) {
      if (tasks.has(task)) continue;
      tasks.add(task);
    }
    const tally = tallies.get(own) ?? { given: 0, withheld: 0 };
    tally[arm]++;
    tallies.set(own, tally);
  }
  return Array.from(tallies, ([of, tally]) => ({ share: of, ...tally }));
}

export function judgeTallies(tallies: readonly Tally[]): JudgedTrial {
  const recurrences = tallies.reduce((sum, { given, withheld }) => sum + given + withheld, 0);
  const { e_value, isMore, estimate, low, high } = weighOdds(tallies);
  const reduction = { estimate, low, high };
  const isClear = e_value >= 1 / FALSE_VERDICTS;
  let verdict: TrialVerdict = "undecided";
  if (isClear) verdict = isMore ? "harms" : "works";
  else if (low !== null && low >= -NO_DIFFERENCE && high <= NO_DIFFERENCE) verdict = "makes no difference";
  return { verdict, e_value, reduction, recurrences };
}
