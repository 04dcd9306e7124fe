import type { DecidedSubmission, SubmissionChange } from "../core/submission/decide-submission.ts";
import type { Submission, SubmissionHeader, SubmissionStatus } from "../core/submission/submission.ts";

/** Work that waits for a person, and what became of it. Every driver passes test/contract/submission-store.ts. */
export interface SubmissionStore {
  /**
   * Keeps new work, counts it in the hour of its submission and tells of it, in one step. Nothing changes where its id
   * is there already, or where the same work still waits: the same output of the same agent, run, task and epic at the
   * same gate. Once that is decided or taken back, the same work is new.
   */
  submit(submission: Submission): Promise<Submitted>;
  /** Absent is an answer, not an error. */
  find(id: string): Promise<Submission | undefined>;
  /** `after` is the `next` of the previous page in the same order; anything else fails with `invalid_cursor`. */
  list(query: SubmissionQuery): Promise<SubmissionPage>;
  /** What waits, at the cost of what waits and not of what was decided before. */
  counts(query: SubmissionCountQuery): Promise<SubmissionCounts>;
  /**
   * Saves a decision over the revision that it was made on, with the record of feedback, its roll-ups, the events and
   * the acts in the audit log, in one step. Answers false, and changes nothing, where another change came first.
   */
  decide(change: DecidedSubmission): Promise<boolean>;
  /** The same for work that is taken back, which leaves no record of feedback. */
  withdraw(change: SubmissionChange): Promise<boolean>;
}

export interface Submitted {
  readonly state: "new" | "known";
  /** What the store has, which for known work is what was there before. */
  readonly submission: Submission;
}

export interface SubmissionQuery {
  readonly status?: SubmissionStatus;
  readonly gate?: string;
  readonly agent?: string;
  /** The first to be due first; the last submitted first; the last decided or taken back first, without what waits. */
  readonly order: "due" | "newest" | "closed";
  /** Taken as the nearest of 1 to 500. */
  readonly limit: number;
  readonly after?: string;
}

export interface SubmissionPage {
  readonly items: readonly SubmissionHeader[];
  readonly next?: string;
}

export interface SubmissionCountQuery {
  /** What was due before this time is overdue. */
  readonly now: string;
  /** From when on decisions are counted; the beginning when left out. */
  readonly decidedSince?: string;
  /** Whose decisions are counted; everybody's when left out. */
  readonly reviewer?: string;
}

export interface SubmissionCounts {
  readonly waiting: number;
  readonly overdue: number;
  /** When the longest waiting one was submitted. */
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
  /** When the first of them is or was due. */
  readonly next_due_at: string;
}
