import type { GaugeName } from "./metric-table.ts";

/** One value of a gauge. */
export interface Sample {
  readonly metric: GaugeName;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** One part of a scrape, which is read from the store or the event log and fails alone. */
export interface Reading {
  readonly part: string;
  /** How long what was read is told again before it is read anew. */
  readonly freshMs: number;
  /** All that it tells of. */
  readonly metrics: readonly GaugeName[];
  readonly read: () => Promise<readonly Sample[]>;
}

export const sample = (
  metric: GaugeName,
  value: number,
  labels: Readonly<Record<string, string>> = {},
): Sample => ({ metric, labels, value });

/** How old something is, never below 0. */
export const ageSeconds = (since: string | null | undefined, now: string): number =>
  since === null || since === undefined ? 0 : Math.max(0, (Date.parse(now) - Date.parse(since)) / 1_000);
