import type { Page } from "../core/page.ts";
import type { ObservedReview, VersionHealth, SliceHealth } from "../core/rollout/rollout-health.ts";
import type { ReviewAssignment } from "../core/rollout/review-assignment.ts";
import type { RolloutChange, RolloutRecord, RolloutStage, VersionPair } from "../core/rollout/rollout.ts";

/** Parse results of reviewers' answers by version, and rollouts. Every driver passes test/contract/rollout-store.ts. */
export interface RolloutStore {
  /**
   * Counts a review in its hour and, if a running rollout has its version, in that rollout's slice. Reviews with
   * an invalid version are not counted.
   */
  count(reading: CountedReview): Promise<void>;
  /** Saves an assignment. If the same review already has an unused one to the same version, returns that. */
  assign(assignment: ReviewAssignment): Promise<ReviewAssignment>;
  /** Undefined if it does not exist. */
  findAssignment(
    id: string,
  ): Promise<{ readonly assignment: ReviewAssignment; readonly used: boolean } | undefined>;
  /** Marks an assignment as used. Returns false if it was used before; of two concurrent calls, one gets true. */
  useAssignment(id: string): Promise<boolean>;
  /** Sums over whole hours, at the cost of the hours asked for; at most 200 versions, most reviews first. */
  health(query: HealthQuery): Promise<readonly VersionCounts[]>;
  /** Health while a rollout ran: one entry per slice and side. */
  slices(id: string): Promise<readonly SliceHealth[]>;
  find(id: string): Promise<RolloutRecord | undefined>;
  /** The running rollout that has this version as its baseline or candidate. */
  runningWith(version: VersionPair): Promise<RolloutRecord | undefined>;
  /** The last changed first; `after` is the `next` of the previous page. */
  list(query: RolloutQuery): Promise<Page<RolloutRecord>>;
  /**
   * Saves a change on top of the revision it was decided on, with its audit entries and its event, in one
   * transaction. Returns false and changes nothing on a conflict, or if another running rollout has one of its
   * versions.
   */
  save(change: RolloutChange): Promise<boolean>;
}

export interface CountedReview extends ObservedReview {
  /** The version the review was requested in. */
  readonly version: VersionPair;
  /** When it was parsed; RFC 3339. */
  readonly time: string;
  /** Whether to count it for its version only, like a review that was not assigned to a rollout. */
  readonly forVersionOnly?: boolean;
}

export interface HealthQuery {
  /** Whole UTC hours: `from` is in it, `to` is not. */
  readonly from: string;
  readonly to: string;
  /** All when left out. */
  readonly versions?: readonly VersionPair[];
  /** Whether to count only reviews that were assigned to a rollout. */
  readonly assigned?: boolean;
}

export interface VersionCounts extends VersionHealth {
  readonly version: VersionPair;
  /** Counts by reason, most frequent first. */
  readonly rejectedFor: readonly ReasonCount[];
  readonly droppedFor: readonly ReasonCount[];
  readonly coercedFor: readonly ReasonCount[];
}

export interface ReasonCount {
  readonly reason: string;
  readonly count: number;
}

export interface RolloutQuery {
  /** All when left out. */
  readonly stage?: RolloutStage;
  /** Taken as the nearest of 1 to 500. */
  readonly limit: number;
  readonly after?: string;
}
