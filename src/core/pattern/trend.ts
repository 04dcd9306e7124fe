import { approvalDelta, approvalRate, decidedOf, type WorkCounts } from "./work-counts.ts";

export type TrendDirection = "improving" | "steady" | "worsening" | "no_data";

/** How the approval rate moved against the window before, which has the same length. */
export interface PatternTrend {
  readonly approval_rate_before: number | null;
  readonly decided_before: number;
  /** In percentage points, above zero when more is approved; null when either window decided nothing. */
  readonly delta_points: number | null;
  /** `no_data` when either window has fewer than `minimum_sample` decisions: a few decisions make no trend. */
  readonly direction: TrendDirection;
  readonly minimum_sample: number;
}

export interface TrendLimits {
  readonly minimumSample: number;
  readonly steadyPoints: number;
}

export const DEFAULT_TREND_LIMITS: TrendLimits = { minimumSample: 5, steadyPoints: 5 };

export function trendOf(
  before: Readonly<WorkCounts>,
  after: Readonly<WorkCounts>,
  { minimumSample, steadyPoints }: TrendLimits,
): PatternTrend {
  const delta = approvalDelta(before, after);
  const sample = Math.min(decidedOf(before), decidedOf(after));
  return {
    approval_rate_before: approvalRate(before),
    decided_before: decidedOf(before),
    delta_points: delta,
    direction: delta === null || sample < minimumSample ? "no_data" : directionOf(delta, steadyPoints),
    minimum_sample: minimumSample,
  };
}

function directionOf(delta: number, steadyPoints: number): TrendDirection {
  if (delta === 0 || Math.abs(delta) < steadyPoints) return "steady";
  return delta > 0 ? "improving" : "worsening";
}
