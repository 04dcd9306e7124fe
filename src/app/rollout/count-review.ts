import type { ParsedReview } from "../../core/review/parse-review.ts";
import { observedReview } from "../../core/rollout/rollout-health.ts";
import { type CountedFor, whyNotCounted } from "../../core/rollout/review-assignment.ts";
import type { VersionPair } from "../../core/rollout/rollout.ts";
import type { RolloutStore } from "../../ports/rollout-store.ts";

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
  const reason = whyNotCounted(found, version);
  if (reason !== undefined) return { rollout_id: null, reason };
  // Of two at once one uses it up.
  if (!(await rollouts.useAssignment(assignment))) return { rollout_id: null, reason: "assignment_used" };
  return { rollout_id: found!.assignment.rollout_id, reason: null };
}
