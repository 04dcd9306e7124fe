/** One sample: the positions and values of what is not zero, its class and its weight. */
export interface Sample {
  readonly at: Int32Array;
  readonly values: Float32Array;
  readonly isPositive: boolean;
  readonly weight: number;
}

const STEPS = 300;
const RATE = 0.05;

/** Weights of a logistic regression by Adam on all samples at once; the last one is the bias. The same every time. */
export function fitLogistic(samples: readonly Sample[], size: number, decay: number): Float64Array {
  const weights = new Float64Array(size + 1);
  const first = new Float64Array(size + 1);
  const second = new Float64Array(size + 1);
  const slope = new Float64Array(size + 1);
  const total = samples.reduce((sum, { weight }) => sum + weight, 0);
  for (let step = 1; step <= STEPS; step += 1) {
    slope.fill(0);
    for (const sample of samples) {
      const off = ((logistic(sample, weights) - Number(sample.isPositive)) * sample.weight) / total;
      for (let i = 0; i < sample.at.length; i += 1) slope[sample.at[i]!]! += off * sample.values[i]!;
      slope[size]! += off;
    }
    const pace = RATE * (1 - (0.9 * step) / STEPS);
    const [unbiasFirst, unbiasSecond] = [1 - 0.9 ** step, 1 - 0.999 ** step];
    for (let i = 0; i <= size; i += 1) {
      const pull = slope[i]! + (i === size ? 0 : 2 * decay * weights[i]!);
      first[i] = 0.9 * first[i]! + 0.1 * pull;
      second[i] = 0.999 * second[i]! + 0.001 * pull * pull;
      weights[i]! -= (pace * (first[i]! / unbiasFirst)) / (Math.sqrt(second[i]! / unbiasSecond) + 1e-8);
    }
  }
  return weights;
}

export function logistic({ at, values }: Pick<Sample, "at" | "values">, weights: Float64Array): number {
  let sum = weights.at(-1);
  for (let i = 0; i < at.length; i += 1) sum += weights[at[i]!]! * values[i]!;
  return 1 / (1 + Math.exp(-sum));
}
