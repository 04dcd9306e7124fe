import { hash32 } from "../hash.ts";
import { type Rollout, type VersionPair, isSameVersion } from "./rollout.ts";

/**
 * The version that the review with this key is asked in. The same key always gets the same answer at one
 * slice, and a wider slice only adds keys: each key has a fixed point from 0 to 1 and is in when the slice
 * has passed it. Points differ between rollouts, so the same reviews are not the first every time.
 */
export function assignVersion(rollout: Rollout, key: string): VersionPair {
  return usesCandidate(rollout, key) ? rollout.candidate : rollout.baseline;
}

function usesCandidate({ id, stage, slice, retired }: Rollout, key: string): boolean {
  if (stage === "canary") return pointOf(id, key) < slice;
  return stage === "promoted" || (stage === "retired" && retired === "baseline");
}

const pointOf = (id: string, key: string): number => hash32(key, hash32(id)) / 2 ** 32;

/** That one review is to be asked in one version, for a rollout; it lets one answer count for that rollout. */
export interface ReviewAssignment {
  /** Nobody can guess it. */
  readonly id: string;
  readonly rollout_id: string;
  /** What names the review, such as a pull request. */
  readonly key: string;
  readonly version: VersionPair;
  /** UTC to the millisecond. */
  readonly assigned_at: string;
}

export const NOT_COUNTED_REASONS = [
  "no_assignment",
  "assignment_unknown",
  "assignment_used",
  "assignment_of_other_version",
] as const;
/** Why an answer does not count for a rollout. */
export type NotCountedReason = (typeof NOT_COUNTED_REASONS)[number];

export const NOT_COUNTED: Readonly<Record<NotCountedReason, string>> = {
  no_assignment:
    "a rollout uses this version, but the review was not assigned to it; create an assignment before the review (POST /rollouts/{rollout_id}/assignments, emend rollouts assign)",
  assignment_unknown: "there is no assignment with this id; create one before the review",
  assignment_used: "an answer was already counted for this assignment; create a new one",
  assignment_of_other_version: "the assignment is for another version; use the version of the assignment",
};

/** What a review came to be counted for. */
export interface CountedFor {
  /** The rollout whose health it is part of; null where it is part of none. */
  readonly rollout_id: string | null;
  /** Why not; null where it is, or where no rollout has its version. */
  readonly reason: NotCountedReason | null;
}

/** Why an assignment does not make an answer count, before it is used up. */
export function whyNotCounted(
  found: { readonly assignment: ReviewAssignment; readonly used: boolean } | undefined,
  version: VersionPair,
): NotCountedReason | undefined {
  if (found === undefined) return "assignment_unknown";
  if (!isSameVersion(found.assignment.version, version)) return "assignment_of_other_version";
  return found.used ? "assignment_used" : undefined;
}

/**
 * The versions that a parser must read. Both, from the first stage on and also after a roll-back, because
 * answers to prompts already sent still come in; only retiring ends that.
 */
export function acceptedVersions(rollout: Rollout): readonly VersionPair[] {
  if (rollout.stage !== "retired") return [rollout.baseline, rollout.candidate];
  return [rollout.retired === "baseline" ? rollout.candidate : rollout.baseline];
}
