import { betaShare } from "./beta.ts";

/** Occurrences of a mistake that may each have been in one of two groups, of which one has a known share of the work. */
export interface Split {
  /** The share of the work that is given the rule, between 0 and 1. */
  readonly share: number;
  /** Occurrences with the rule and without it. Occurrences that tell less than others may be less than 1. */
  readonly given: number;
  readonly withheld: number;
}

/** What is known about how much more often a mistake happens with a rule than without: its odds. */
export interface OddsEvidence {
  /** The evidence against odds of 1: the mean of a fair bet on less and one on more. */
  readonly e_value: number;
  /** Whether more of the evidence is for odds above 1. */
  readonly isMore: boolean;
  /** The share of occurrences that the rule prevents; null if unknown. */
  readonly estimate: number | null;
  /** The ends of its interval, which holds at every look. Null if there is no lower end. */
  readonly low: number | null;
  readonly high: number;
}

/** How often an interval may be wrong, or evidence mislead: one in twenty, however often one looks. */
export const FALSE_SHARE = 0.05;

export function weighOdds(splits: readonly Split[]): OddsEvidence {
  const likelihoods = LIKELY.map(({ odds }) => logLikelihood(splits, odds));
  return {
    e_value: splits.length === 0 ? 1 : Math.exp(Math.min(logMean(likelihoods, 0, SLICES), LARGEST)),
    isMore: logMean(likelihoods, HALF, SLICES) > logMean(likelihoods, 0, HALF),
    estimate: likeliestReduction(splits),
    ...interval(likelihoods),
  };
}

/**
 * What a rule may do is described by the share that its occurrences would have in a trial with two halves: 0.5 if it makes
 * no difference, less if it works. How likely each is beforehand is a beta distribution, in this many slices.
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

/** The logarithm of how likely the occurrences are with these odds, compared to odds of 1. */
function logLikelihood(splits: readonly Split[], odds: number): number {
  let sum = 0;
  for (const { share, given, withheld } of splits) {
    const all = share * odds + 1 - share;
    sum += given * Math.log(odds / all) - withheld * Math.log(all);
  }
  return sum;
}

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

/** The odds that the occurrences do not rule out, by Ville's inequality for each of them at every look. */
function interval(likelihoods: readonly number[]): Pick<OddsEvidence, "low" | "high"> {
  const mean = logMean(likelihoods, 0, SLICES);
  const least = mean - Math.log(1 / FALSE_SHARE);
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

/** The reduction under which the occurrences are likeliest; null if nothing rules out any. */
export function likeliestReduction(splits: readonly Split[]): number | null {
  const [given, withheld] = [
    splits.reduce((sum, one) => sum + one.given, 0),
    splits.reduce((sum, one) => sum + one.withheld, 0),
  ];
  if (given + withheld === 0) return null;
  if (given === 0) return 1;
  if (withheld === 0) return null;
  // The odds at which as many as happened are expected to have the rule: found by halving, since it only grows.
  let [low, high] = [Math.log(1e-6), Math.log(1e6)];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    const odds = Math.exp(middle);
    const expected = splits.reduce(
      (sum, one) =>
        sum + ((one.given + one.withheld) * one.share * odds) / (one.share * odds + 1 - one.share),
      0,
    );
    if (expected < given) low = middle;
    else high = middle;
  }
  return rounded(1 - Math.exp(low));
}

/** The largest exponent of a double. */
const LARGEST = 700;

const rounded = (share: number): number => Math.round(share * 1e4) / 1e4;
