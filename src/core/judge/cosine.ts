/** The cosine of two vectors of length 1. Four sums at once, since each addition waits for the one before it. */
export function cosine(a: Float32Array, b: Float32Array): number {
  const { length } = a;
  if (b.length !== length) return 0;
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let at = 0;
  for (; at + 3 < length; at += 4) {
    s0 += a[at]! * b[at]!;
    s1 += a[at + 1]! * b[at + 1]!;
    s2 += a[at + 2]! * b[at + 2]!;
    s3 += a[at + 3]! * b[at + 3]!;
  }
  for (; at < length; at += 1) s0 += a[at]! * b[at]!;
  return s0 + s1 + s2 + s3;
}
