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

type Rollouts = Pick<RolloutStore, "count" | "findAssignment" | "useAssignment" | "runningWith">;

/**
 * Adds an answer that was read to the health of the version that it was asked in. It counts for a rollout only if the
 * review was assigned to it beforehand, and then once: otherwise whoever sends answers would decide how healthy they are.
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
  // Of two at once one uses it up.
  if (!(await rollouts.useAssignment(assignment))) return { rollout_id: null, reason: "assignment_used" };
  return { rollout_id: found!.assignment.rollout_id, reason: null };
}
