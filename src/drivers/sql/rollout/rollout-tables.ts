import type { Generated } from "kysely";

/** A rollout with its history; the columns beside `document` are what is looked up, and repeat what it says. */
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

/** The versions of running rollouts, each in one of them alone, so that an answer is counted for the right one. */
interface RolloutVersionTable {
  /** As `versionKey` writes it, here and below. */
  readonly version: string;
  readonly rollout_id: string;
  readonly role: "baseline" | "candidate";
  /** The share as its shortest decimal, which is exact. */
  readonly slice: string;
}

/** What reading reviewers' answers came to. */
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

/** A review that a rollout gave a version to. */
interface ReviewAssignmentTable {
  readonly id: string;
  readonly rollout_id: string;
  readonly review_key: string;
  readonly version: string;
  readonly assigned_at: string;
  /** 1 once an answer was counted for it. */
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
  /** Of assigned reviews alone. */
  readonly assigned_review_hour: ReviewHourTable;
  readonly review_assignment: ReviewAssignmentTable;
  readonly review_reason_hour: ReviewReasonHourTable;
}
