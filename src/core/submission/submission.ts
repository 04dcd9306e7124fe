import type { Outcome } from "../feedback/feedback.ts";
import type { RuleActor } from "../rule/rule.ts";

/** The version of a submission's form; raised when a reader of the old form would misread the new one. */
export const SUBMISSION_SCHEMA = 1;

export const SUBMISSION_FORMATS = ["text", "markdown", "diff"] as const;
export const SUBMISSION_STATUSES = ["waiting", "decided", "withdrawn"] as const;

type SubmissionFormat = (typeof SUBMISSION_FORMATS)[number];
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];

/** A person's answer to a submission. */
export interface SubmissionDecision {
  /** What the decision stream and the record of feedback call it: the id of the submission, which has one decision at most. */
  readonly decision_id: string;
  readonly decision: Outcome;
  readonly reviewer: string;
  readonly time: string;
  /** How long the reviewer looked at it. */
  readonly duration_seconds: number;
  readonly tags: readonly string[];
  readonly comment?: string;
  /** What was accepted in place of the agent's output; only of an approval with changes, as the two below. */
  readonly edited_output?: string;
  readonly edited_sha?: string;
  /** A unified diff from the agent's output to the accepted one, cut when it is too long. */
  readonly diff?: string;
  /** The record that the decision became. */
  readonly feedback_id: string;
}

interface Withdrawal {
  readonly by: string;
  readonly time: string;
  readonly reason: string;
}

/** An agent's output that waits for a person, or did. */
export interface Submission {
  readonly schema: typeof SUBMISSION_SCHEMA;
  readonly id: string;
  /** Counts its changes up from 1; whoever saves says over which one. */
  readonly revision: number;
  readonly status: SubmissionStatus;
  readonly agent: string;
  /** At which gate it waits. */
  readonly gate: string;
  readonly title: string;
  readonly format: SubmissionFormat;
  readonly output: string;
  /** SHA-256 of the output in UTF-8, as 64 hex digits. */
  readonly output_sha: string;
  readonly submitted_by: RuleActor;
  /** UTC to the millisecond, as every time here. */
  readonly submitted_at: string;
  /** When the hours of its gate are over. */
  readonly due_at: string;
  readonly run?: string;
  readonly task?: string;
  readonly epic?: string;
  /** Paths that the work touches. */
  readonly files?: readonly string[];
  readonly decision?: SubmissionDecision;
  readonly withdrawal?: Withdrawal;
}

/** A submission without its long texts, as lists show it. */
export interface SubmissionHeader extends Omit<Submission, "output" | "decision"> {
  readonly output_bytes: number;
  /** How the output begins; of a diff, what it changes. */
  readonly excerpt: string;
  readonly decision?: Omit<SubmissionDecision, "edited_output" | "diff">;
}
