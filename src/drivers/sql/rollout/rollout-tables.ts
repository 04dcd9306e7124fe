import type { Generated } from "kysely";

/** A rollout with its history. The columns besides `document` are for lookups and repeat parts of it. */
interface RolloutTable extends RolloutColumns {
  readonly seq: Generated<number>;
}

export interface RolloutColumns {
  readonly id: string;
  readonly revision: number;
  readonly stage: string;
  readonly updated_at: string;
  readonly document: string;
}

/** Versions of running rollouts. Each belongs to one rollout only, so that a review is counted for the right one. */
interface RolloutVersionTable {
  /** In the format of `versionKey`, here and below. */
  readonly version: string;
  readonly rollout_id: string;
  readonly role: "baseline" | "candidate";
  /** The share as its shortest exact decimal. */
  readonly slice: string;
}

/** Results of parsing reviewers' answers. */
export interface ReviewCountColumns {
  readonly reviews: number;
  readonly rejections: number;
  readonly incompatible: number;
  readonly findings: number;
  readonly drops: number;
  readonly coercions: number;
  readonly coerced_reviews: number;
}

interface RolloutSliceTable extends ReviewCountColumns {
  readonly rollout_id: string;
  readonly slice: string;
  readonly role: "baseline" | "candidate";
}

interface ReviewHourTable extends ReviewCountColumns {
  readonly hour: number;
  readonly version: string;
}

/** A review that a rollout assigned to a version. */
interface ReviewAssignmentTable {
  readonly id: string;
  readonly rollout_id: string;
  readonly review_key: string;
  readonly version: string;
  readonly assigned_at: string;
  /** 1 once an answer has been counted for it. */
  readonly used: number;
}

interface ReviewReasonHourTable {
  readonly hour: number;
  readonly version: string;
  readonly kind: string;
  readonly reason: string;
  readonly count: number;
}

export interface RolloutTables {
  readonly rollout: RolloutTable;
  readonly rollout_version: RolloutVersionTable;
  readonly rollout_slice: RolloutSliceTable;
  readonly review_hour: ReviewHourTable;
  /** Like `review_hour`, but only assigned reviews. */
  readonly assigned_review_hour: ReviewHourTable;
  readonly review_assignment: ReviewAssignmentTable;
  readonly review_reason_hour: ReviewReasonHourTable;
}
