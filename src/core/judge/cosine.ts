/** The cosine of two vectors of length 1. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += a[at]! * (b[at] ?? 0);
  return sum;
}
