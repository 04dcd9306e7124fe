/** More steps do not change a double. */
const HALVINGS = 60;

const MAX_TERMS = 10_000;

const TINY = 1e-300;

const PRECISION = 1e-14;

const nonZero = (value: number): number => (Math.abs(value) < TINY ? TINY : value);

const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
];

export interface EventCount {
  readonly events: number;
  readonly runs: number;
}

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

/** The cumulative beta distribution at x: the regularised incomplete beta function. */
export function betaShare(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  // The fraction converges quickly on this side of the mean; the other side follows by symmetry.
  return x < (a + 1) / (a + b + 2)
    ? (front * continuedFraction(x, a, b)) / a
    : 1 - (front * continuedFraction(1 - x, b, a)) / b;
}

/** Lentz's evaluation of the beta function's continued fraction. */
function continuedFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / nonZero(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let m = 1; m <= MAX_TERMS; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / nonZero(1 + even * d);
    c = nonZero(1 + even / c);
    value *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / nonZero(1 + odd * d);
    c = nonZero(1 + odd / c);
    value *= d * c;
    if (Math.abs(d * c - 1) < PRECISION) break;
  }
  return value;
}

/** The logarithm of the beta function. */
export const logBeta = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b);

/** Lanczos's approximation of the logarithm of the gamma function, for arguments from 0.5 up. */
function logGamma(value: number): number {
  const z = value - 1;
  let sum = 0.9999999999998099;
  for (const [at, term] of LANCZOS.entries()) sum += term / (z + at + 1);
  const t = z + LANCZOS.length - 0.5;
  return 0.5 * Math.log(2 * Math.PI) + (z + 0.5) * Math.log(t) - t + Math.log(sum);
}
