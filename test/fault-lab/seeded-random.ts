import { createRandom } from "../../src/demo/random.ts";

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
  const { next, integer: between, pick } = createRandom(seed, "");
  return {
    next,
    between,
    pick,
    shuffled: (values) =>
      values
        .map((value) => ({ value, at: next() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ value }) => value),
    fork: () => seededRandom(between(0, 0xffff_ffff)),
  };
}
