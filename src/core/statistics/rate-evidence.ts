import { FALSE_SHARE, likeliestReduction } from "./odds-evidence.ts";

/** Occurrences of a mistake in two spans of time, with what would be expected of each. */
export interface RatePair {
  /** Occurrences. Those that tell less than others may be less than 1. */
  readonly before: number;
  readonly after: number;
  /** The work of each span, or the occurrences of other mistakes in it. */
  readonly expected: { readonly before: number; readonly after: number };
  /** Whether `expected` is a count of occurrences, which has an uncertainty of its own. */
  readonly isCounted: boolean;
}

/** How many of the occurrences went away. */
export interface RateChange {
  /** Null if unknown. */
  readonly estimate: number | null;
  /** The ends hold at every look, each with a confidence of 95 %. Null if there is no lower end. */
  readonly low: number | null;
  readonly high: number;
}

/** Compares frequencies before and after, over pairs that may each have another frequency but share the change. */
export function weighRates(all: readonly RatePair[]): RateChange {
  const pairs = all.filter(({ expected }) => expected.before > 0 && expected.after > 0);
  if (!pairs.some(({ before, after }) => before + after > 0)) return { estimate: null, low: null, high: 1 };
  const shares = pairs.map(likelyShares);
  const likelihoods = ODDS.map((odds) =>
    pairs.reduce((sum, pair, index) => sum + logLikelihood(pair, shares[index]!, odds), 0),
  );
  return {
    estimate: likeliestReduction(
      pairs.map(({ before, after, expected }) => ({
        share: expected.after / (expected.after + expected.before),
        given: after,
        withheld: before,
      })),
    ),
    ...ends(likelihoods),
  };
}

/** The share that occurrences since would have in spans of equal work, in slices: 0.5 if nothing changed. All are as likely. */
const SLICES = 200;
const ODDS = Array.from({ length: SLICES }, (_, slice) => {
  const middle = (slice + 0.5) / SLICES;
  return middle / (1 - middle);
});

/** A share of the occurrences that fall after, without a change, and how likely it is: as logarithms. */
interface LikelyShare {
  readonly share: number;
  readonly after: number;
  readonly before: number;
  readonly weight: number;
}

/** Standard deviations on each side of the middle. */
const DEVIATIONS = 4;

/** One share if the work is known, and several if what is expected is itself a count. */
function likelyShares({
  before: seenBefore,
  after: seenAfter,
  expected,
  isCounted,
}: RatePair): readonly LikelyShare[] {
  const likely = (share: number): LikelyShare => ({
    share,
    after: Math.log(share),
    before: Math.log1p(-share),
    weight: 0,
  });
  if (!isCounted) return [likely(expected.after / (expected.after + expected.before))];
  const [after, before] = [expected.after + 0.5, expected.before + 0.5];
  const middle = Math.log(after / before);
  const deviation = Math.sqrt(1 / after + 1 / before);
  // Steps must be smaller than what the occurrences themselves tell about the share.
  const steps = DEVIATIONS * (seenBefore + seenAfter > expected.before + expected.after ? 4 : 2);
  const found = Array.from({ length: 2 * steps + 1 }, (_, step) => {
    const one = likely(1 / (1 + Math.exp(-(middle + ((step - steps) * deviation * DEVIATIONS) / steps))));
    return { ...one, weight: after * one.after + before * one.before };
  });
  const all = logSum(found.map(({ weight }) => weight));
  return found.map((one) => ({ ...one, weight: one.weight - all }));
}

function logLikelihood({ before, after }: RatePair, shares: readonly LikelyShare[], odds: number): number {
  const ofOdds = after * Math.log(odds);
  return (
    ofOdds +
    logSum(
      shares.map(
        (one) =>
          one.weight +
          after * one.after +
          before * one.before -
          (after + before) * Math.log1p(one.share * (odds - 1)),
      ),
    )
  );
}

function logSum(logs: readonly number[]): number {
  if (logs.length === 1) return logs[0]!;
  let most = -Infinity;
  for (const log of logs) most = Math.max(most, log);
  let sum = 0;
  for (const log of logs) sum += Math.exp(log - most);
  return most + Math.log(sum);
}

/**
 * The changes that are not ruled out. A change is ruled out from one side if the mean likelihood of all that are further
 * away is twenty times as large, which by Ville's inequality happens to the true one once in twenty times at most.
 */
function ends(likelihoods: readonly number[]): Pick<RateChange, "low" | "high"> {
  const most = Math.max(...likelihoods);
  const relative = likelihoods.map((log) => Math.exp(log - most));
  const last = lastKept(relative);
  const first = SLICES - 1 - lastKept(relative.toReversed());
  // One slice more on either side, so that slicing never makes the interval narrower.
  return {
    low: last >= SLICES - 2 ? null : rounded(1 - ODDS[last + 1]!),
    high: first <= 1 ? 1 : rounded(1 - ODDS[first - 1]!),
  };
}

/** The last slice that the mean of those before it does not rule out. */
function lastKept(likelihoods: readonly number[]): number {
  let [last, sum] = [0, 0];
  for (const [slice, likelihood] of likelihoods.entries()) {
    if (slice === 0 || likelihood > (FALSE_SHARE * sum) / slice) last = slice;
    sum += likelihood;
  }
  return last;
}

const rounded = (share: number): number => Math.round(share * 1e6) / 1e6;
