/** Vectors compared at once: two blocks of this size stay in a processor's cache. */
const BLOCK = 96;

export interface NearestVectorsOptions {
  /** The least cosine. */
  readonly atLeast: number;
  /** The most neighbours of a vector. */
  readonly most: number;
}

/**
 * The nearest neighbours of each of these unit vectors, by their positions. Compares all pairs; what is kept grows
 * with the number of vectors, not of pairs.
 */
export function nearestVectors(
  vectors: readonly Float32Array[],
  { atLeast, most }: NearestVectorsOptions,
): readonly Int32Array[] {
  const count = vectors.length;
  const dimensions = vectors[0]?.length ?? 0;
  const rows = new Float32Array(count * dimensions);
  for (const [at, vector] of vectors.entries()) rows.set(vector, at * dimensions);
  const near = new Int32Array(count * most);
  const cosines = new Float32Array(count * most);
  const sizes = new Uint32Array(count);
  /** The least cosine that still changes the neighbours of a vector. */
  const least = new Float32Array(count).fill(atLeast);
  const keep = (of: number, other: number, cosine: number): void => {
    const start = of * most;
    if (sizes[of]! < most) sizes[of]! += 1;
    let at = start + sizes[of]! - 1;
    for (; at > start && cosines[at - 1]! < cosine; at -= 1) {
      cosines[at] = cosines[at - 1]!;
      near[at] = near[at - 1]!;
    }
    cosines[at] = cosine;
    near[at] = other;
    if (sizes[of] === most) least[of] = Math.max(atLeast, cosines[start + most - 1]!);
  };
  for (let first = 0; first < count; first += BLOCK) {
    for (let second = first; second < count; second += BLOCK) {
      for (let a = first; a < Math.min(count, first + BLOCK); a += 1) {
        for (let b = Math.max(a + 1, second); b < Math.min(count, second + BLOCK); b += 1) {
          const cosine = dotProduct(rows, a * dimensions, b * dimensions, dimensions);
          if (cosine >= least[a]!) keep(a, b, cosine);
          if (cosine >= least[b]!) keep(b, a, cosine);
        }
      }
    }
  }
  return vectors.map((_, at) => near.subarray(at * most, at * most + sizes[at]!));
}

/** With four sums, because each addition waits for the previous one. */
function dotProduct(rows: Float32Array, a: number, b: number, length: number): number {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let at = 0;
  for (; at + 3 < length; at += 4) {
    s0 += rows[a + at]! * rows[b + at]!;
    s1 += rows[a + at + 1]! * rows[b + at + 1]!;
    s2 += rows[a + at + 2]! * rows[b + at + 2]!;
    s3 += rows[a + at + 3]! * rows[b + at + 3]!;
  }
  for (; at < length; at += 1) s0 += rows[a + at]! * rows[b + at]!;
  return s0 + s1 + s2 + s3;
}
