/** One line of the result: what was measured, against what, and what the ratio may be. */
export interface Row {
  readonly what: string;
  readonly peer: string;
  readonly ours: string;
  readonly theirs: string;
  readonly ratio: number;
  /** The ratio must not be above this. */
  readonly limit: number;
}

/**
 * Median time of each candidate in milliseconds for one call. Candidates take turns in short rounds, so that a
 * busy moment of the machine hits them all.
 */
export function medians(
  candidates: readonly (() => unknown)[],
  options: { calls: number; rounds: number },
): number[] {
  for (const candidate of candidates) for (let n = 0; n < options.calls * 4; n += 1) kept.last = candidate();
  const times = candidates.map((): number[] => []);
  for (let round = 0; round < options.rounds; round += 1) {
    candidates.forEach((candidate, position) => {
      const start = performance.now();
      for (let n = 0; n < options.calls; n += 1) kept.last = candidate();
      times[position]!.push((performance.now() - start) / options.calls);
    });
  }
  return times.map(median);
}

/** Results are kept here so that no call can be optimised away. */
const kept: { last?: unknown } = {};

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

export const micros = (milliseconds: number): string => `${(milliseconds * 1000).toFixed(1)} µs`;
export const mib = (bytes: number): string => `${(bytes / 1_048_576).toFixed(0)} MiB`;
export const millis = (milliseconds: number): string => `${milliseconds.toFixed(1)} ms`;
