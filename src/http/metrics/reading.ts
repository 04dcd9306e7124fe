import type { GaugeName } from "./metric-table.ts";

/** One value of a gauge. */
export interface Sample {
  readonly metric: GaugeName;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** One part of a scrape. It reads the store or the event log, and its failure does not affect the others. */
export interface GaugeReading {
  readonly part: string;
  /** How long its samples are reused. */
  readonly freshMs: number;
  readonly metrics: readonly GaugeName[];
  readonly read: () => Promise<readonly Sample[]>;
}

export const sample = (
  metric: GaugeName,
  value: number,
  labels: Readonly<Record<string, string>> = {},
): Sample => ({ metric, labels, value });

/** The age of a time; 0 if there is none or it is in the future. */
export const ageSeconds = (since: string | null | undefined, now: string): number =>
  since === null || since === undefined ? 0 : Math.max(0, (Date.parse(now) - Date.parse(since)) / 1_000);
