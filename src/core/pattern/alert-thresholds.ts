import { fail, ok, type Result } from "../result.ts";

/** When a pattern is worth an alert. */
export interface AlertThresholds {
  /** The same agent and tag this often … */
  readonly repeatCount: number;
  /** … within so many consecutive UTC hours. */
  readonly repeatHours: number;
  /** The approval rate down by this many percentage points or more against the window before. */
  readonly dropPoints: number;
  /** Decisions that both windows need before a drop counts. */
  readonly dropSample: number;
  /** One tag in more than this part of an agent's rejections. */
  readonly dominantShare: number;
  /** Rejections needed before a share counts. */
  readonly dominantRejections: number;
}

export const DEFAULT_ALERT_THRESHOLDS: AlertThresholds = {
  repeatCount: 3,
  repeatHours: 6,
  dropPoints: 15,
  dropSample: 5,
  dominantShare: 0.4,
  dominantRejections: 5,
};

export interface ThresholdProblem {
  readonly code: "invalid_threshold";
  readonly field: keyof AlertThresholds;
  readonly message: string;
}

/** Least and most of each threshold, and whether it is a whole number. */
export const ALERT_RANGES: Readonly<
  Record<keyof AlertThresholds, readonly [least: number, most: number, whole: boolean]>
> = {
  repeatCount: [1, 1_000_000, true],
  repeatHours: [1, 168, true],
  dropPoints: [0.1, 100, false],
  dropSample: [1, 1_000_000, true],
  dominantShare: [0, 1, false],
  dominantRejections: [1, 1_000_000, true],
};

/** Defaults with some replaced; every replacement out of its range is reported. */
export function alertThresholds(
  changed: Partial<AlertThresholds> = {},
): Result<AlertThresholds, readonly ThresholdProblem[]> {
  const thresholds = { ...DEFAULT_ALERT_THRESHOLDS, ...changed };
  const problems = Object.entries(ALERT_RANGES).flatMap(
    ([name, [least, most, whole]]): ThresholdProblem[] => {
      const field = name as keyof AlertThresholds;
      const value = thresholds[field];
      if (value >= least && value <= most && (!whole || Number.isInteger(value))) return [];
      const message = `expected ${field} as a ${whole ? "whole " : ""}number from ${least} to ${most}, got ${String(value).slice(0, 40)}`;
      return [{ code: "invalid_threshold", field, message }];
    },
  );
  return problems.length > 0 ? fail(problems) : ok(thresholds);
}
