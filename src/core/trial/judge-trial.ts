import { betaShare } from "../rule/rate-ratio.ts";
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
export const FALSE_VERDICTS = 0.05;
/** A rule whose whole interval is within a quarter on both sides makes no difference. */
const NO_DIFFERENCE = 0.25;

/** How many of the recurrences under one share had the rule. */
export interface Tally {
  readonly share: number;
  readonly given: number;
  readonly withheld: number;
}

/**
 * Judges a trial by its recurrences alone. Arms are drawn by chance, so if the rule makes no difference, each
 * recurrence has the rule with the known share, whatever else changes: the model, the work, or the team.
 */
export function judgeTrial({ share, recurrences }: TrialEvidence): JudgedTrial {
  return judgeTallies(tallyRecurrences({ share, recurrences }));
}

export function tallyRecurrences({ share, recurrences }: TrialEvidence): readonly Tally[] {
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
  const likelihoods = LIKELY.map(({ odds }) => logLikelihood(tallies, odds));
  const e_value = eValue(tallies, likelihoods);
  const reduction = { estimate: estimate(tallies), ...interval(likelihoods) };
  const { low, high } = reduction;
  const isClear = e_value >= 1 / FALSE_VERDICTS;
  let verdict: TrialVerdict = "undecided";
  if (isClear) verdict = isHarm(likelihoods) ? "harms" : "works";
  else if (low !== null && low >= -NO_DIFFERENCE && high <= NO_DIFFERENCE) verdict = "makes no difference";
  return { verdict, e_value, reduction, recurrences };
}

/**
 * What a rule may do is described by the share that its recurrences would have in a trial of halves: 0.5 if it makes
 * no difference, less if it works. How likely each was before the trial is a beta distribution, in this many slices.
 */
const SLICES = 600;
const SHAPE = 3;

interface Slice {
  /** How much more often the mistake happens with the rule than without. */
  readonly odds: number;
  readonly weight: number;
}

const LIKELY: readonly Slice[] = Array.from({ length: SLICES }, (_, slice) => {
  const middle = (slice + 0.5) / SLICES;
  const weight = betaShare((slice + 1) / SLICES, SHAPE, SHAPE) - betaShare(slice / SLICES, SHAPE, SHAPE);
  return { odds: middle / (1 - middle), weight };
});
const HALF = SLICES / 2;

/** The logarithm of how likely the recurrences are with these odds, compared to a rule that makes no difference. */
function logLikelihood(tallies: readonly Tally[], odds: number): number {
  let sum = 0;
  for (const { share, given, withheld } of tallies) {
    const all = share * odds + 1 - share;
    sum += given * Math.log(odds / all) - withheld * Math.log(all);
  }
  return sum;
}

/** The mean of the likelihoods of a rule that works and of one that harms: each is a fair bet against no difference. */
function eValue(tallies: readonly Tally[], likelihoods: readonly number[]): number {
  if (tallies.length === 0) return 1;
  return Math.exp(logMean(likelihoods, 0, SLICES));
}

/** Whether more of the evidence is for a rule that harms. */
const isHarm = (likelihoods: readonly number[]): boolean =>
  logMean(likelihoods, HALF, SLICES) > logMean(likelihoods, 0, HALF);

/** The logarithm of the weighted mean over some slices; in logarithms, because likelihoods leave the range of numbers. */
function logMean(likelihoods: readonly number[], from: number, to: number): number {
  let most = -Infinity;
  for (let slice = from; slice < to; slice++) most = Math.max(most, likelihoods[slice]!);
  let [sum, weights] = [0, 0];
  for (let slice = from; slice < to; slice++) {
    const { weight } = LIKELY[slice]!;
    sum += weight * Math.exp(likelihoods[slice]! - most);
    weights += weight;
  }
  return most + Math.log(sum / weights);
}

/** The odds that the recurrences do not speak against: Ville's inequality for each of them at every look. */
function interval(likelihoods: readonly number[]): Pick<TrialReduction, "low" | "high"> {
  const mean = logMean(likelihoods, 0, SLICES);
  const least = mean - Math.log(1 / FALSE_VERDICTS);
  const isKept = (slice: number): boolean => likelihoods[slice]! > least;
  let first = 0;
  while (first < SLICES - 1 && !isKept(first)) first++;
  let last = SLICES - 1;
  while (last > first && !isKept(last)) last--;
  // One slice more on either side, so that slicing never makes the interval narrower.
  const low = last >= SLICES - 2 ? null : rounded(1 - LIKELY[last + 1]!.odds);
  const high = first <= 1 ? 1 : rounded(1 - LIKELY[first - 1]!.odds);
  return { low, high };
}

/** The reduction under which the recurrences are likeliest. */
function estimate(tallies: readonly Tally[]): number | null {
  const [given, withheld] = [
    tallies.reduce((sum, one) => sum + one.given, 0),
    tallies.reduce((sum, one) => sum + one.withheld, 0),
  ];
  if (given + withheld === 0) return null;
  if (given === 0) return 1;
  if (withheld === 0) return null;
  // The odds at which as many as happened are expected to have the rule: found by halving, since it only grows.
  let [low, high] = [Math.log(1e-6), Math.log(1e6)];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    const odds = Math.exp(middle);
    const expected = tallies.reduce(
      (sum, one) =>
        sum + ((one.given + one.withheld) * one.share * odds) / (one.share * odds + 1 - one.share),
      0,
    );
    if (expected < given) low = middle;
    else high = middle;
  }
  return rounded(1 - Math.exp(low));
}

const rounded = (share: number): number => Math.round(share * 1e4) / 1e4;
