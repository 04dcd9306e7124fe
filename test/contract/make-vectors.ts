import type { Neighbour, VectorEntry } from "../../src/ports/vector-index.ts";

export const DIMENSIONS = 24;

/** Numbers between -1 and 1, the same ones for the same seed. */
function createNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

export function toUnit(numbers: ArrayLike<number>): Float32Array {
  const length = Math.hypot(...Array.from(numbers));
  return Float32Array.from(Array.from(numbers), (number) => number / length);
}

export function makeVector(seed: number, dimensions: number = DIMENSIONS): Float32Array {
  const next = createNumbers(seed * 7_919 + 1);
  return toUnit(Array.from({ length: dimensions }, next));
}

/** A vector near another: the smaller the share, the nearer. */
export function makeNear(vector: Float32Array, seed: number, share: number): Float32Array {
  const other = makeVector(seed, vector.length);
  return toUnit(vector.map((number, at) => number + other[at]! * share));
}

export const idOf = (n: number): string => `record-${String(n).padStart(6, "0")}`;

/** Every group of ten lies together. */
export const makeEntries = (from: number, to: number): readonly VectorEntry[] =>
  Array.from({ length: to - from }, (_, at) => {
    const n = from + at;
    return { id: idOf(n), vector: makeNear(makeVector(1_000_000 + Math.floor(n / 10)), n, 0.5) };
  });

/** What looking at every vector answers. */
export function bruteForce(
  entries: Iterable<VectorEntry>,
  vector: Float32Array,
  limit: number,
  atLeast = -1,
): readonly Neighbour[] {
  return [...entries]
    .map((entry) => ({
      id: entry.id,
      cosine: entry.vector.reduce((sum, number, at) => sum + number * vector[at]!, 0),
    }))
    .filter(({ cosine }) => cosine >= atLeast)
    .toSorted((a, b) => b.cosine - a.cosine || (a.id < b.id ? -1 : 1))
    .slice(0, limit);
}
