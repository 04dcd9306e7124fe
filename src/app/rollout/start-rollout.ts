import { fail, ok, type Result } from "../../core/result.ts";
import type { RolloutRecord } from "../../core/rollout/rollout.ts";
import {
  planRollout as start,
  type StartProblem,
  type StartRollout,
} from "../../core/rollout/change-rollout.ts";
import type { RolloutStore } from "../../ports/rollout-store.ts";
import { retryOnConflict } from "../retry-on-conflict.ts";

export interface VersionTaken {
  readonly code: "version_in_rollout";
  readonly message: string;
}

export interface RolloutBusy {
  readonly code: "rollout_busy";
  readonly message: string;
}

/** Begins to bring in a version; each version is in one running rollout at a time. */
export const startRollout =
  ({
    rollouts,
    now,
    createId,
  }: {
    readonly rollouts: Pick<RolloutStore, "runningWith" | "save">;
    readonly now: () => string;
    /** Unlike any other, such as a UUID. */
    readonly createId: () => string;
  }) =>
  (
    plan: Omit<StartRollout, "id">,
  ): Promise<Result<RolloutRecord, StartProblem | VersionTaken | RolloutBusy>> =>
    retryOnConflict(ROLLOUT_BUSY, async () => {
      const id = `ro_${createId().replaceAll("-", "").slice(0, 12)}`;
      const change = start({ ...plan, id }, { now: now() });
      if (!change.ok) return change;
      if (await rollouts.save(change.value)) return ok(change.value.state);
      const other =
        (await rollouts.runningWith(plan.baseline)) ?? (await rollouts.runningWith(plan.candidate));
      // Otherwise another one ended in between, or the id was taken.
      return other === undefined ? undefined : fail(versionTaken(other));
    });

export const versionTaken = ({ id }: RolloutRecord): VersionTaken => ({
  code: "version_in_rollout",
  message: `the rollout ${id} has one of these versions; promote it or roll it back first`,
});

export const ROLLOUT_BUSY: RolloutBusy = {
  code: "rollout_busy",
  message: "others keep changing it; look at it again, then try",
};
