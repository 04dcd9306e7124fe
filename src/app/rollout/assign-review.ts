import { fail, ok, type Result } from "../../core/result.ts";
import {
  assignVersion,
  type ReviewAssignment,
  type CountedFor,
  notCountedReason,
} from "../../core/rollout/review-assignment.ts";
import type { RolloutRecord, VersionPair } from "../../core/rollout/rollout.ts";
import type { RolloutStore } from "../../ports/rollout-store.ts";
import { ROLLOUT_NOT_FOUND, type RolloutNotFound } from "./change-rollout.ts";
import type { ParsedReview } from "../../core/review/parse-review.ts";
import { observedReview } from "../../core/rollout/rollout-health.ts";

export interface AssignedReview {
  readonly rollout: RolloutRecord;
  readonly assignment: ReviewAssignment;
}

/** Assigns a version to a review, so that one answer counts for the rollout. */
export const assignReview =
  ({
    rollouts,
    now,
    createId,
  }: {
    readonly rollouts: Pick<RolloutStore, "find" | "assign">;
    readonly now: () => string;
    /** Unique and unguessable, such as a UUID. */
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

type Rollouts = Pick<RolloutStore, "count" | "findAssignment" | "useAssignment" | "runningWith">;

/**
 * Adds a parsed answer to the health of its version. It only counts for a rollout if the review was assigned to it,
 * and once: otherwise whoever sends answers would decide on its health.
 */
export const countReview =
  ({ rollouts, now }: { readonly rollouts: Rollouts; readonly now: () => string }) =>
  async (
    parsed: ParsedReview,
    { schema_version, prompt_version }: VersionPair,
    assignment?: string,
  ): Promise<CountedFor> => {
    const version = { schema_version, prompt_version };
    const counted = await countsFor(rollouts, version, assignment);
    const forVersionOnly = counted.rollout_id === null;
    await rollouts.count({ version, time: now(), forVersionOnly, ...observedReview(parsed) });
    return counted;
  };

async function countsFor(
  rollouts: Rollouts,
  version: VersionPair,
  assignment: string | undefined,
): Promise<CountedFor> {
  if (assignment === undefined) {
    const running = await rollouts.runningWith(version);
    return { rollout_id: null, reason: running === undefined ? null : "no_assignment" };
  }
  const found = await rollouts.findAssignment(assignment);
  const reason = notCountedReason(found, version);
  if (reason !== undefined) return { rollout_id: null, reason };
  // Of two concurrent calls, one wins.
  if (!(await rollouts.useAssignment(assignment))) return { rollout_id: null, reason: "assignment_used" };
  return { rollout_id: found!.assignment.rollout_id, reason: null };
}
