import type { RolloutDecision } from "./evaluate-rollout.ts";
import type { RolloutRecord } from "./rollout-record.ts";
import type { RolloutReport } from "./rollout-report.ts";
import type { SliceHealth } from "./slice-health.ts";

/** A rollout with what speaks for and against its next step. */
export interface RolloutStanding {
  readonly rollout: RolloutRecord;
  readonly report: RolloutReport;
  readonly decision: RolloutDecision;
  /** What was read at each slice, the first one first. */
  readonly slices: readonly SliceHealth[];
}
