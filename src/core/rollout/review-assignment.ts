import { hash32 } from "../hash.ts";
import { type Rollout, type VersionPair, isSameVersion } from "./rollout.ts";

/**
 * The version for a review. The same key always gets the same version at one slice, and a wider slice only adds
 * keys: each key has a fixed point from 0 to 1. Points differ between rollouts, so that the same reviews are not
 * always first.
 */
export function assignVersion(rollout: Rollout, key: string): VersionPair {
  return usesCandidate(rollout, key) ? rollout.candidate : rollout.baseline;
}

function usesCandidate({ id, stage, slice, retired }: Rollout, key: string): boolean {
  if (stage === "canary") return pointOf(id, key) < slice;
  return stage === "promoted" || (stage === "retired" && retired === "baseline");
}

const pointOf = (id: string, key: string): number => hash32(key, hash32(id)) / 2 ** 32;

/** Assigns a review to a version of a rollout, so that one answer counts for it. */
export interface ReviewAssignment {
  /** Unguessable. */
  readonly id: string;
  readonly rollout_id: string;
  /** Identifies the review, such as a pull request. */
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
/** Why an answer is not counted for a rollout. */
export type NotCountedReason = (typeof NOT_COUNTED_REASONS)[number];

export const NOT_COUNTED: Readonly<Record<NotCountedReason, string>> = {
  no_assignment:
    "a rollout uses this version, but the review was not assigned to it; create an assignment before the review (POST /rollouts/{rollout_id}/assignments, emend rollouts assign)",
  assignment_unknown: "there is no assignment with this id; create one before the review",
  assignment_used: "an answer was already counted for this assignment; create a new one",
  assignment_of_other_version: "the assignment is for another version; use the version of the assignment",
};

/** The rollout for which a review was counted, if any. */
export interface CountedFor {
  /** Null if it is not counted. */
  readonly rollout_id: string | null;
  /** Null if it is counted, or if no rollout has its version. */
  readonly reason: NotCountedReason | null;
}

/** Why an unused assignment does not count. */
export function notCountedReason(
  found: { readonly assignment: ReviewAssignment; readonly used: boolean } | undefined,
  version: VersionPair,
): NotCountedReason | undefined {
  if (found === undefined) return "assignment_unknown";
  if (!isSameVersion(found.assignment.version, version)) return "assignment_of_other_version";
  return found.used ? "assignment_used" : undefined;
}

/**
 * The versions that a parser must support: both until one is retired, even after a rollback, because answers to
 * earlier prompts still arrive.
 */
export function acceptedVersions(rollout: Rollout): readonly VersionPair[] {
  if (rollout.stage !== "retired") return [rollout.baseline, rollout.candidate];
  return [rollout.retired === "baseline" ? rollout.candidate : rollout.baseline];
}
