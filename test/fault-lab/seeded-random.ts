/** Chance that the same seed repeats, as far as what is done with it happens in the same order. */
export interface Chance {
  /** From 0 up to and without 1. */
  readonly next: () => number;
  /** A whole number from `least` to `most`. */
  readonly between: (least: number, most: number) => number;
  readonly pick: <T>(values: readonly T[]) => T;
  readonly shuffled: <T>(values: readonly T[]) => T[];
  /** Another stream that follows from this one. */
  readonly fork: () => Chance;
}

export function seededRandom(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    pick: (values) => values[between(0, values.length - 1)]!,
    shuffled: (values) =>
      values
        .map((value) => ({ value, at: next() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ value }) => value),
    fork: () => seededRandom(between(0, 0xffff_ffff)),
  };
}
