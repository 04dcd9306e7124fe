import { fail, ok, type Result } from "../../core/result.ts";
import { assignVersion, type ReviewAssignment } from "../../core/rollout/review-assignment.ts";
import type { RolloutRecord } from "../../core/rollout/rollout.ts";
import type { RolloutStore } from "../../ports/rollout-store.ts";
import { ROLLOUT_NOT_FOUND, type RolloutNotFound } from "./report-rollout.ts";

export interface AssignedReview {
  readonly rollout: RolloutRecord;
  readonly assignment: ReviewAssignment;
}

/** Gives a review its version and lets one answer to it count for the rollout. */
export const assignReview =
  ({
    rollouts,
    now,
    createId,
  }: {
    readonly rollouts: Pick<RolloutStore, "find" | "assign">;
    readonly now: () => string;
    /** Unlike any other, and not to be guessed, such as a UUID. */
    readonly createId: () => string;
  }) =>
  async (rolloutId: string, key: string): Promise<Result<AssignedReview, RolloutNotFound>> => {
    const rollout = await rollouts.find(rolloutId);
    if (rollout === undefined) return fail(ROLLOUT_NOT_FOUND);
    const assignment = await rollouts.assign({
      id: `as_${createId().replaceAll("-", "")}`,
      rollout_id: rollout.id,
      key,
      version: assignVersion(rollout, key),
      assigned_at: now(),
    });
    return ok({ rollout, assignment });
  };
