/** What the vectors of two rules say: how near they are, and the head's logarithms of three probabilities. */
export interface MeaningSigns {
  readonly cosine: number;
  /** Conflict, duplicate, independent. */
  readonly head: readonly [number, number, number];
}

/** One number for each dimension's product and difference, one for the cosine and one for everything, per relation. */
export type HeadWeights = readonly [readonly number[], readonly number[], readonly number[]];

/** Brings products, differences and the cosine of vectors of length 1 to about one size. */
const SCALE = { product: 20, difference: 5, cosine: 3 } as const;

/** What the head weighs: 2 n + 2 numbers for vectors of n; the same whichever comes first. */
export function headInput(a: Float32Array, b: Float32Array): Float32Array {
  const size = a.length;
  const input = new Float32Array(size * 2 + 2);
  let cosine = 0;
  for (let at = 0; at < size; at += 1) {
    const product = a[at]! * b[at]!;
    cosine += product;
    input[at] = product * SCALE.product;
    input[size + at] = Math.abs(a[at]! - b[at]!) * SCALE.difference;
  }
  input[size * 2] = cosine * SCALE.cosine;
  input[size * 2 + 1] = 1;
  return input;
}

export function meaningSigns(weights: HeadWeights, a: Float32Array, b: Float32Array): MeaningSigns {
  const input = headInput(a, b);
  const sums = weights.map((row) => row.reduce((sum, weight, at) => sum + weight * input[at]!, 0));
  const [conflict, duplicate, independent] = logSoftmax(sums);
  return {
    cosine: input[a.length * 2]! / SCALE.cosine,
    head: [conflict!, duplicate!, independent!],
  };
}

export function logSoftmax(sums: readonly number[]): readonly number[] {
  const most = Math.max(...sums);
  const total = Math.log(sums.reduce((sum, each) => sum + Math.exp(each - most), 0)) + most;
  return sums.map((each) => each - total);
}
