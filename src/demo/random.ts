/** Chance that is the same for the same seed. */
export interface Random {
  /** From 0 up to and without 1. */
  readonly next: () => number;
  /** A whole number, both ends included. */
  readonly whole: (least: number, most: number) => number;
  readonly pick: <T>(from: readonly T[]) => T;
}

/** Each part of the story draws from a stream of its own name, so that a change of one leaves the others as they are. */
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
    whole: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick: (from) => from[Math.floor(next() * from.length)]!,
  };
}

/** Hands out all of a list in an order of chance before any of it comes again. */
export function createDeck<T>(from: readonly T[], random: Random): () => T {
  let left: T[] = [];
  return () => {
    if (left.length === 0) left = [...from];
    const [drawn] = left.splice(Math.floor(random.next() * left.length), 1);
    return drawn!;
  };
}

/** A text with its gaps filled. */
export const fill = (text: string, gaps: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{([a-z]{1,10})\}/g, (gap, name: string) => gaps[name] ?? gap);
