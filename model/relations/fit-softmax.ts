/** Rows of numbers with the class of each and how much it counts. */
export interface Samples {
  readonly size: number;
  readonly classes: number;
  readonly count: number;
  readonly row: (at: number) => Float32Array;
  readonly label: (at: number) => number;
  readonly weight: (at: number) => number;
}

export interface FitOptions {
  readonly steps: number;
  readonly batch: number;
  readonly rate: number;
  /** Pulls weights towards 0. */
  readonly decay: number;
}

/** Weights of a softmax regression, one row per class, by Adam on samples drawn by weight. The same every time. */
export function fitSoftmax(
  samples: Samples,
  { steps, batch, rate, decay }: FitOptions,
): readonly Float64Array[] {
  const { size, classes } = samples;
  const weights = Array.from({ length: classes }, () => new Float64Array(size));
  const first = Array.from({ length: classes }, () => new Float64Array(size));
  const second = Array.from({ length: classes }, () => new Float64Array(size));
  const slope = Array.from({ length: classes }, () => new Float64Array(size));
  const draw = drawer(samples);
  for (let step = 1; step <= steps; step += 1) {
    for (const each of slope) each.fill(0);
    for (let drawn = 0; drawn < batch; drawn += 1) {
      const at = draw();
      const row = samples.row(at);
      const chances = softmax(weights.map((own) => dot(own, row)));
      for (let own = 0; own < classes; own += 1) {
        const off = (chances[own]! - (samples.label(at) === own ? 1 : 0)) / batch;
        const sum = slope[own]!;
        for (let i = 0; i < size; i += 1) sum[i]! += off * row[i]!;
      }
    }
    const pace = rate * Math.max(0.05, 1 - step / steps);
    const [unbiasFirst, unbiasSecond] = [1 - 0.9 ** step, 1 - 0.99 ** step];
    for (let own = 0; own < classes; own += 1) {
      const [w, m, v, g] = [weights[own]!, first[own]!, second[own]!, slope[own]!];
      for (let i = 0; i < size; i += 1) {
        const pull = g[i]! + decay * w[i]!;
        m[i] = 0.9 * m[i]! + 0.1 * pull;
        v[i] = 0.99 * v[i]! + 0.01 * pull * pull;
        w[i]! -= (pace * (m[i]! / unbiasFirst)) / (Math.sqrt(v[i]! / unbiasSecond) + 1e-8);
      }
    }
  }
  return weights;
}

const dot = (a: Float64Array, b: Float32Array): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += a[i]! * b[i]!;
  return sum;
};

function softmax(sums: readonly number[]): readonly number[] {
  const most = Math.max(...sums);
  const raised = sums.map((each) => Math.exp(each - most));
  const total = raised.reduce((sum, each) => sum + each, 0);
  return raised.map((each) => each / total);
}

function drawer({ count, weight }: Samples): () => number {
  const sums = new Float64Array(count);
  let total = 0;
  for (let at = 0; at < count; at += 1) sums[at] = total += weight(at);
  let state = 20_240_101;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    const wanted = (state / 2_147_483_647) * total;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
