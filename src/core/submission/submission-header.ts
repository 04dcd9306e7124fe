import { clipText } from "../text/bounded-text.ts";
import { summariseDiff } from "../feedback/summarise-diff.ts";
import { utf8Length } from "../text/utf8-length.ts";
import { MAX_EXCERPT } from "./limits.ts";
import type { Submission, SubmissionHeader } from "./submission.ts";

/** A submission as lists show it: as long as its names, its comment and its files, whatever the output. */
export function submissionHeader(submission: Submission): SubmissionHeader {
  const { output, decision, ...rest } = submission;
  const excerpt = submission.format === "diff" ? summariseDiff(output) : output;
  const header = {
    ...rest,
    output_bytes: utf8Length(output),
    excerpt: clipText(excerpt.slice(0, MAX_EXCERPT + 1), MAX_EXCERPT),
  };
  if (decision === undefined) return header;
  const { edited_output: _text, diff: _diff, ...short } = decision;
  return { ...header, decision: short };
}
