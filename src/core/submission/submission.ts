import { type Outcome, ERASED_PERSON, type RuleActor } from "../feedback/feedback.ts";
import { clipText } from "../text/bounded-text.ts";
import { summariseDiff } from "../feedback/summarise-diff.ts";
import { utf8Length } from "../text/utf8-length.ts";

/** In bytes of UTF-8; of what an agent hands in, and of what a person makes of it. */
export const MAX_OUTPUT = 1_048_576;
/** In UTF-16 code units, as all below. */
export const MAX_TITLE = 300;
export const MAX_FILES = 500;
export const MAX_SUBMISSION_EXCERPT = 1_000;
/** A year: nobody reads longer, and a clock that was set wrong should not count. */
export const MAX_DURATION_SECONDS = 31_536_000;
/** More problems than these do not help whoever mends the input. */
export const MAX_PROBLEMS = 20;

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
  /** The feedback record of the decision. */
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
  /** Paths that the work changes. */
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

/** A submission as lists show it: as long as its names, its comment and its files, whatever the output. */
export function submissionHeader(submission: Submission): SubmissionHeader {
  const { output, decision, ...rest } = submission;
  const excerpt = submission.format === "diff" ? summariseDiff(output) : output;
  const header = {
    ...rest,
    output_bytes: utf8Length(output),
    excerpt: clipText(excerpt.slice(0, MAX_SUBMISSION_EXCERPT + 1), MAX_SUBMISSION_EXCERPT),
  };
  if (decision === undefined) return header;
  const { edited_output: _text, diff: _diff, ...short } = decision;
  return { ...header, decision: short };
}

/**
 * The submission without one person: their name as who handed it in, decided or took it back, and what they wrote, in
 * the decision's comment and edited text. What was decided stays, and so does the agent's work. The same submission,
 * not a copy, where it does not name them.
 */
export function eraseFromSubmission(submission: Submission, personId: string): Submission {
  if (personId === ERASED_PERSON) return submission;
  const { submitted_by: by, decision, withdrawal, ...rest } = submission;
  const [handedIn, decided, tookBack] = [by.id, decision?.reviewer, withdrawal?.by].map(
    (id) => id === personId,
  );
  if (!handedIn && !decided && !tookBack) return submission;
  return {
    ...rest,
    revision: submission.revision + 1,
    submitted_by: handedIn ? { ...by, id: ERASED_PERSON } : by,
    ...(decision === undefined ? {} : { decision: decided ? withoutWords(decision) : decision }),
    ...(withdrawal === undefined
      ? {}
      : { withdrawal: tookBack ? { ...withdrawal, by: ERASED_PERSON, reason: "" } : withdrawal }),
  };
}

/** The hash goes with the text: it could confirm a guess at it. */
function withoutWords(decision: SubmissionDecision): SubmissionDecision {
  const { comment: _comment, edited_output: _text, edited_sha: _sha, diff: _diff, ...rest } = decision;
  return { ...rest, reviewer: ERASED_PERSON };
}
