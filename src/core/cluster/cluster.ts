import type { Trust } from "../feedback/feedback.ts";
import type { JudgementReason } from "../judge/judgement.ts";

/** Feedback that says the same thing. */
export interface Cluster {
  readonly id: string;
  /** Members, whoever said them. */
  readonly size: number;
  /** UTC to the millisecond: when its first and its last member was said. */
  readonly first_time: string;
  readonly last_time: string;
  /** The member that stands for it: the first, until a person names another. */
  readonly representative: string;
  /** What people call it, or Emend by the catalogue until somebody does. */
  readonly name?: string;
  /** Merged into this one; its members have moved there. */
  readonly merged_into?: string;
}

/** That one piece of feedback belongs to a cluster, and why. */
export interface Membership {
  readonly feedback_id: string;
  readonly cluster_id: string;
  /** How surely it says the same as the rest; 1 where a person said so, or for the first. */
  readonly score: number;
  readonly reasons: readonly JudgementReason[];
  /** The person who put it there; absent where the judge did. */
  readonly by?: string;
}

/** A member with what counts as evidence. */
export interface ClusterMember extends Membership {
  readonly time: string;
  readonly author: string;
  readonly trust: Trust;
  readonly agent: string;
}
