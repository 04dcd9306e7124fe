/** Numbers from 0 up to but excluding 1, the same for the same seed (mulberry32). */
export type Random = () => number;

export function createRandom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** How many events happen that are expected so often. */
export function poisson(random: Random, mean: number): number {
  // A sum of Poisson counts is one too, and each part stays within the range of `Math.exp`.
  let [count, left] = [0, mean];
  while (left > 0) {
    const part = Math.min(left, 30);
    left -= part;
    const end = Math.exp(-part);
    for (let product = random(); product > end; product *= random()) count += 1;
  }
  return count;
}

/** A whole number from 1 up with this mean. */
export function geometric(random: Random, mean: number): number {
  if (mean <= 1) return 1;
  return 1 + Math.floor(Math.log1p(-random()) / Math.log1p(-1 / mean));
}
