import { fail, ok, type Result } from "../core/result.ts";
import { evaluateRollout, type RolloutDecision } from "../core/rollout/evaluate-rollout.ts";
import type { RolloutRecord } from "../core/rollout/rollout-record.ts";
import { rolloutReport, type RolloutReport } from "../core/rollout/rollout-report.ts";
import type { SliceHealth } from "../core/rollout/slice-health.ts";
import type { RolloutStore } from "../ports/rollout-store.ts";
import { loadRolloutHealth } from "./load-rollout-health.ts";

/** A rollout with what speaks for and against its next step. */
export interface RolloutStanding {
  readonly rollout: RolloutRecord;
  readonly report: RolloutReport;
  readonly decision: RolloutDecision;
  /** What was read at each slice, the first one first. */
  readonly slices: readonly SliceHealth[];
}

export interface RolloutNotFound {
  readonly code: "rollout_not_found";
  readonly message: string;
}

/** Both versions beside each other, judged by the rollout's own limits. */
export const reportRollout =
  ({
    rollouts,
    now,
  }: {
    readonly rollouts: Pick<RolloutStore, "find" | "slices" | "health">;
    readonly now: () => string;
  }) =>
  async (id: string): Promise<Result<RolloutStanding, RolloutNotFound>> => {
    const rollout = await rollouts.find(id);
    if (rollout === undefined) return fail(ROLLOUT_NOT_FOUND);
    const { health, slices } = await loadRolloutHealth(rollouts, rollout, now());
    return ok({
      rollout,
      report: rolloutReport(rollout, health),
      decision: evaluateRollout(rollout, health),
      slices,
    });
  };

export const ROLLOUT_NOT_FOUND: RolloutNotFound = {
  code: "rollout_not_found",
  message: "there is no rollout of this id",
};
