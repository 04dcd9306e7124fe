/** Pseudo-random values that are the same for the same seed. */
export interface Random {
  /** From 0 to below 1. */
  readonly next: () => number;
  /** From min to max, both included. */
  readonly integer: (min: number, max: number) => number;
  readonly pick: <T>(from: readonly T[]) => T;
}

/** Each part of the story has its own named stream, so that changing one part does not affect the others. */
export function createRandom(seed: number, name: string): Random {
  let state = seed >>> 0;
  for (const character of name) state = Math.imul(state ^ character.codePointAt(0)!, 0x01000193) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    integer: (min, max) => min + Math.floor(next() * (max - min + 1)),
    pick: (from) => from[Math.floor(next() * from.length)]!,
  };
}

/** Draws from a list in random order, and repeats an item only after all others were drawn. */
export function createDeck<T>(from: readonly T[], random: Random): () => T {
  let left: T[] = [];
  return () => {
    if (left.length === 0) left = [...from];
    const [drawn] = left.splice(Math.floor(random.next() * left.length), 1);
    return drawn!;
  };
}

/** Replaces placeholders such as `{file}`. */
export const fill = (text: string, gaps: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{([a-z]{1,10})\}/g, (gap, name: string) => gaps[name] ?? gap);
