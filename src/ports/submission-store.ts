import type { Page } from "../core/page.ts";
import type { DecidedSubmission, SubmissionChange } from "../core/submission/decide-submission.ts";
import type { Submission, SubmissionHeader, SubmissionStatus } from "../core/submission/submission.ts";

/** Work submitted for a person's decision. Every driver passes test/contract/submission-store.ts. */
export interface SubmissionStore {
  /**
   * Saves new work with its count and its event in one transaction. Changes nothing if the id exists or the same
   * work is still pending: the same output of the same agent, run, task and epic at the same gate. Once that is
   * decided or withdrawn, the same work is new.
   */
  submit(submission: Submission): Promise<Submitted>;
  /** Undefined if it does not exist. */
  find(id: string): Promise<Submission | undefined>;
  /** `after` is the `next` of the previous page in the same order; anything else fails with `invalid_cursor`. */
  list(query: SubmissionQuery): Promise<Page<SubmissionHeader>>;
  /** Counts of pending work. The cost does not depend on work decided before. */
  counts(query: SubmissionCountQuery): Promise<SubmissionCounts>;
  /**
   * Saves a decision on top of the revision it was made on, with the feedback record, roll-ups, events and audit
   * entries, in one transaction. Returns false and changes nothing on a conflict.
   */
  decide(change: DecidedSubmission): Promise<boolean>;
  /** The same for withdrawn work, which creates no feedback. */
  withdraw(change: SubmissionChange): Promise<boolean>;
}

export interface Submitted {
  readonly state: "new" | "known";
  /** The stored submission; for known work, the earlier one. */
  readonly submission: Submission;
}

export interface SubmissionQuery {
  readonly status?: SubmissionStatus;
  readonly gate?: string;
  readonly agent?: string;
  /** By due time, newest first, or most recently closed first, without pending work. */
  readonly order: "due" | "newest" | "closed";
  /** Taken as the nearest of 1 to 500. */
  readonly limit: number;
  readonly after?: string;
}

export interface SubmissionCountQuery {
  /** What was due before this time is overdue. */
  readonly now: string;
  /** Counts decisions from this time on; all if omitted. */
  readonly decidedSince?: string;
  /** Counts this reviewer's decisions; everybody's if omitted. */
  readonly reviewer?: string;
}

export interface SubmissionCounts {
  readonly waiting: number;
  readonly overdue: number;
  /** When the oldest waiting one was submitted. */
  readonly oldest_submitted_at: string | null;
  /** By name; at most 500 gates, and as many agents. */
  readonly gates: readonly GateCount[];
  readonly agents: readonly { readonly agent: string; readonly waiting: number }[];
  readonly decided: number;
}

interface GateCount {
  readonly gate: string;
  readonly waiting: number;
  readonly overdue: number;
  /** The earliest due time. */
  readonly next_due_at: string;
}
