import { type Outcome, ERASED_PERSON, type RuleActor } from "../feedback/feedback.ts";
import { clipText } from "../text/bounded-text.ts";
import { summariseDiff } from "../feedback/summarise-diff.ts";
import { utf8Length } from "../text/utf8-length.ts";

/** In bytes of UTF-8; for the agent's output and a person's edit of it. */
export const MAX_OUTPUT = 1_048_576;
/** In UTF-16 code units, as are the following. */
export const MAX_TITLE = 300;
export const MAX_FILES = 500;
export const MAX_SUBMISSION_EXCERPT = 1_000;
export const MAX_CONTEXT = 4_000;
export const MAX_URL = 2_000;
export const MAX_LINE = 9_999_999;
/** A year: nobody reviews longer, and a wrong clock should not count. */
export const MAX_DURATION_SECONDS = 31_536_000;

/** Raised when a reader of the old form would misread the new one. */
export const SUBMISSION_SCHEMA = 1;

export const SUBMISSION_FORMATS = ["text", "markdown", "diff"] as const;
export const SUBMISSION_STATUSES = ["waiting", "decided", "withdrawn"] as const;

type SubmissionFormat = (typeof SUBMISSION_FORMATS)[number];
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];

/** The lines of a file that a decision is about, counted after the change. */
export interface DecisionPlace {
  readonly path: string;
  readonly line: number;
  readonly end_line: number;
}

/** A person's decision on a submission. */
export interface SubmissionDecision {
  /** The id in the decision stream and the feedback record: that of the submission, which has at most one decision. */
  readonly decision_id: string;
  readonly decision: Outcome;
  readonly reviewer: string;
  readonly time: string;
  /** The time spent reviewing. */
  readonly duration_seconds: number;
  readonly tags: readonly string[];
  readonly comment?: string;
  /** The accepted text instead of the agent's output; only for an approval with changes, as are the two below. */
  readonly edited_output?: string;
  readonly edited_sha?: string;
  /** A unified diff from the agent's output to the accepted one, cut if it is too long. */
  readonly diff?: string;
  readonly place?: DecisionPlace;
  readonly feedback_id: string;
}

interface Withdrawal {
  readonly by: string;
  readonly time: string;
  readonly reason: string;
}

/** An agent's output that is or was waiting for a person. */
export interface Submission {
  readonly schema: typeof SUBMISSION_SCHEMA;
  readonly id: string;
  /** From 1; a change is saved only over the revision that it was based on. */
  readonly revision: number;
  readonly status: SubmissionStatus;
  readonly agent: string;
  readonly gate: string;
  readonly title: string;
  readonly format: SubmissionFormat;
  readonly output: string;
  /** SHA-256 of the output in UTF-8, as 64 hex digits. */
  readonly output_sha: string;
  readonly submitted_by: RuleActor;
  /** UTC to the millisecond, as are all times here. */
  readonly submitted_at: string;
  /** When the time limit of its gate is over. */
  readonly due_at: string;
  readonly run?: string;
  readonly task?: string;
  readonly epic?: string;
  readonly files?: readonly string[];
  /** What the agent says that a reviewer should know, and where the work is. */
  readonly context?: string;
  readonly url?: string;
  readonly decision?: SubmissionDecision;
  readonly withdrawal?: Withdrawal;
}

/** A submission without its long texts, for lists. */
export interface SubmissionHeader extends Omit<Submission, "output" | "decision"> {
  readonly output_bytes: number;
  /** The start of the output, or the summary of a diff. */
  readonly excerpt: string;
  readonly decision?: Omit<SubmissionDecision, "edited_output" | "diff">;
}

/** The header of a submission; its size does not depend on the output. */
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
 * Removes a person: their name as submitter or reviewer, and what they wrote in the comment and edited text. The
 * decision and the agent's work stay. Returns the same object if it does not name them.
 */
export function eraseFromSubmission(submission: Submission, personId: string): Submission {
  if (personId === ERASED_PERSON) return submission;
  const { submitted_by: by, decision, withdrawal, ...rest } = submission;
  const [submitted, decided, withdrew] = [by.id, decision?.reviewer, withdrawal?.by].map(
    (id) => id === personId,
  );
  if (!submitted && !decided && !withdrew) return submission;
  return {
    ...rest,
    revision: submission.revision + 1,
    submitted_by: submitted ? { ...by, id: ERASED_PERSON } : by,
    ...(decision === undefined ? {} : { decision: decided ? withoutWords(decision) : decision }),
    ...(withdrawal === undefined
      ? {}
      : { withdrawal: withdrew ? { ...withdrawal, by: ERASED_PERSON, reason: "" } : withdrawal }),
  };
}

/** The hash goes too, because it could confirm a guess at the text. */
function withoutWords(decision: SubmissionDecision): SubmissionDecision {
  const { comment: _comment, edited_output: _text, edited_sha: _sha, diff: _diff, ...rest } = decision;
  return { ...rest, reviewer: ERASED_PERSON };
}
