import {
  type Submission,
  type SubmissionHeader,
  submissionHeader,
} from "../../../core/submission/submission.ts";
import { workKey } from "../../../core/submission/read-submission.ts";
import { sha256 } from "../../crypto/sha256.ts";
import { toStoredTime } from "../stored-time.ts";
import { storedKey, storedText } from "../stored-text.ts";
import type { SubmissionColumns } from "./submission-tables.ts";

/** A submission as a row: what lists show in one column, the long texts in another. */
export function toSubmissionRow(submission: Submission): SubmissionColumns {
  const { decision, withdrawal, submitted_by } = submission;
  const { edited_output, diff } = decision ?? {};
  const closer = decision?.reviewer ?? withdrawal?.by;
  return {
    id: storedKey(submission.id),
    work: workKey(submission, sha256),
    revision: submission.revision,
    status: submission.status,
    agent: storedText(submission.agent),
    gate: storedText(submission.gate),
    submitted_by: storedText(submitted_by.id),
    submitted_at: toStoredTime(submission.submitted_at),
    due_at: toStoredTime(submission.due_at),
    closed_by: closer === undefined ? null : storedText(closer),
    closed_at: closedAt(submission),
    header: JSON.stringify(submissionHeader(submission)),
    texts: JSON.stringify({ output: submission.output, edited_output, diff } satisfies Known<Texts>),
  };
}

/** The long texts, as JSON, because a text column cannot hold every character. */
interface Texts {
  readonly output: string;
  readonly edited_output?: string;
  readonly diff?: string;
}

type Known<T> = { readonly [K in keyof T]: T[K] | undefined };

/** The table only contains what `toSubmissionRow` wrote. */
export const parseHeader = (header: string): SubmissionHeader => JSON.parse(header) as SubmissionHeader;

export function fromSubmissionRow(row: Pick<SubmissionColumns, "header" | "texts">): Submission {
  const { output_bytes: _bytes, excerpt: _excerpt, decision, ...rest } = parseHeader(row.header);
  const { output, ...decided } = JSON.parse(row.texts) as Texts;
  const submission = { ...rest, output };
  return decision === undefined ? submission : { ...submission, decision: { ...decision, ...decided } };
}

function closedAt({ decision, withdrawal }: Submission): string {
  const time = decision?.time ?? withdrawal?.time;
  return time === undefined ? "" : toStoredTime(time);
}
