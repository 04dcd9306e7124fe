import { issuePath } from "../json/issue-path.ts";
import type { z } from "zod";
import { MAX_PROBLEMS } from "./limits.ts";

export type SubmissionProblemCode =
  | "invalid_submission"
  | "invalid_decision"
  | "not_your_agent"
  | "id_taken"
  | "submission_not_found"
  | "already_decided"
  | "withdrawn"
  | "not_a_person"
  | "own_work"
  | "comment_or_tag_missing"
  | "edited_output_missing"
  | "edited_output_unexpected"
  | "nothing_changed"
  | "not_yours"
  | "submission_busy";

/** One field that is not as it should be; `field` is written `files[3]`, and is empty for the whole input. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** Why something was refused; the message says what to do. */
export interface SubmissionProblem {
  readonly code: SubmissionProblemCode;
  readonly message: string;
  /** Of an input that is not as it should be. */
  readonly fields?: readonly FieldProblem[];
}

/** What a schema says about an input, at most so much that it can be read. */
export function fieldProblems(error: z.ZodError): readonly FieldProblem[] {
  return error.issues.slice(0, MAX_PROBLEMS).map(({ path, message }) => ({
    field: issuePath(path),
    message,
  }));
}

/** The problem of an input, in one line that names every field. */
export function invalidInput(
  code: "invalid_submission" | "invalid_decision",
  fields: readonly FieldProblem[],
): SubmissionProblem {
  const told = fields.map(({ field, message }) => (field === "" ? message : `${field}: ${message}`));
  return { code, message: told.join("; "), fields };
}
