import { fail, ok, type Result } from "../../core/result.ts";
import { evaluateRollout, rolloutReport } from "../../core/rollout/rollout-report.ts";
import type { RolloutStanding } from "../../core/rollout/rollout-wire.ts";
import type { RolloutStore } from "../../ports/rollout-store.ts";
import { loadRolloutHealth } from "./load-rollout-health.ts";

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
