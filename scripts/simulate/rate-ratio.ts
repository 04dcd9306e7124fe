import type { EventCount } from "../../src/core/rule/compare-rates.ts";
import { betaShare } from "../../src/core/statistics/beta.ts";

/** More steps do not change a double. */
const HALVINGS = 60;

export interface RateRatio {
  /** The rate after divided by the rate before; null if nothing happened before. */
  readonly ratio: number | null;
  readonly low: number;
  /** Infinity if there is no upper end. */
  readonly high: number;
}

/**
 * How the rate after compares with the rate before, with the exact conditional interval: given how many events
 * there were in all, those after are binomial with a share that the ratio alone decides, so Clopper and Pearson's
 * interval of that share is one of the ratio. It holds for the smallest counts, and errs towards being too wide.
 */
export function rateRatio(before: EventCount, after: EventCount, level = 0.95): RateRatio | undefined {
  if (!isCount(before) || !isCount(after)) return undefined;
  const tail = (1 - level) / 2;
  const toRatio = (share: number): number =>
    share >= 1 ? Infinity : (share / (1 - share)) * (before.runs / after.runs);
  const low = after.events === 0 ? 0 : toRatio(betaQuantile(tail, after.events, before.events + 1));
  const high =
    before.events === 0 ? Infinity : toRatio(betaQuantile(1 - tail, after.events + 1, before.events));
  const ratio = before.events === 0 ? null : after.events / after.runs / (before.events / before.runs);
  return { ratio, low, high };
}

const isCount = ({ events, runs }: EventCount): boolean =>
  Number.isSafeInteger(events) && events >= 0 && Number.isFinite(runs) && runs > 0;

/** The quantile of the beta distribution, found by bisection, so that it always terminates. */
export function betaQuantile(share: number, a: number, b: number): number {
  let low = 0;
  let high = 1;
  for (let step = 0; step < HALVINGS; step += 1) {
    const middle = (low + high) / 2;
    if (betaShare(middle, a, b) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
