import { MAX_ID } from "../text/limits.ts";
import { z } from "zod";
import {
  type Outcome,
  OUTCOMES,
  MAX_PATH,
  MAX_TAG,
  MAX_TAGS,
  MAX_FEEDBACK_TEXT,
} from "../feedback/feedback.ts";
import { utf8Length } from "../text/utf8-length.ts";
import {
  MAX_CONTEXT,
  MAX_DURATION_SECONDS,
  MAX_FILES,
  MAX_LINE,
  MAX_OUTPUT,
  MAX_TITLE,
  MAX_URL,
  SUBMISSION_FORMATS,
} from "./submission.ts";

const name = z.string().trim().min(1, "is empty").max(MAX_ID);

/** A text has at least as many bytes as code units, so most long ones fail the cheap check. */
const isShortEnough = (text: string): boolean => text.length <= MAX_OUTPUT && utf8Length(text) <= MAX_OUTPUT;

const output = z
  .string()
  .refine(isShortEnough, `is longer than ${MAX_OUTPUT} bytes of UTF-8; submit a part of it, or a diff`);

/** Reviewers get a link to it, so nothing but the web, and nobody's password. */
function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === "https:" || protocol === "http:") && username === "" && password === "";
}

/** A submission by an agent. */
export const submissionInputSchema = z.strictObject({
  id: name
    .optional()
    .describe("Your own id for this work; submitting it again with the same id changes nothing."),
  agent: name.optional().describe("The agent that did the work (default: the token's own agent)."),
  gate: name.describe("The gate, such as `Before merge`."),
  title: z.string().trim().min(1, "is empty").max(MAX_TITLE).describe("What it is, in one line."),
  output: output
    .refine((text) => text.trim() !== "", "is empty; submit what a person should review")
    .describe("The work itself: at most 1 MiB of UTF-8."),
  format: z.enum(SUBMISSION_FORMATS).default("text"),
  run: name.optional(),
  task: name.optional(),
  epic: name.optional(),
  files: z
    .array(z.string().trim().min(1, "is empty").max(MAX_PATH))
    .max(MAX_FILES)
    .optional()
    .describe("Paths that the work changes."),
  context: z
    .string()
    .trim()
    .max(MAX_CONTEXT)
    .optional()
    .describe("What a reviewer should know, such as the task and what was tried."),
  url: z
    .string()
    .trim()
    .max(MAX_URL)
    .refine(isWebAddress, "expected an address that begins with https:// or http://, without a password")
    .optional()
    .describe("Where the work is, such as its pull request."),
});

export type SubmissionInput = z.input<typeof submissionInputSchema>;

/** A person's decision on it. */
export const decisionInputSchema = z.strictObject({
  decision: z.enum(OUTCOMES),
  comment: z
    .string()
    .max(MAX_FEEDBACK_TEXT)
    .optional()
    .describe("What is wrong and what to do; shown to the agent."),
  tags: z
    .array(z.string().trim().min(1, "is empty").max(MAX_TAG))
    .max(MAX_TAGS)
    .optional()
    .describe("The gates that failed. A rejection without one gets the fallback tag."),
  edited_output: output
    .optional()
    .describe(
      "What the text should have been. Required for `approved_with_changes`, which accepts it instead of the output; with `rejected` it is stored as the correction; not allowed with `approved`.",
    ),
  place: z
    .strictObject({
      path: z.string().trim().min(1).max(MAX_PATH),
      line: z.int().min(1).max(MAX_LINE),
      end_line: z.int().min(1).max(MAX_LINE).optional(),
    })
    .refine(({ line, end_line = line }) => end_line >= line, "ends before it begins")
    .optional()
    .describe("The lines that it is about, counted after the change; the place of the correction."),
  duration_seconds: z
    .number()
    .min(0)
    .max(MAX_DURATION_SECONDS)
    .default(0)
    .describe("How long you reviewed it."),
}) satisfies z.ZodType<DecisionInput>;

export interface DecisionInput {
  readonly decision: Outcome;
  readonly comment?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly edited_output?: string | undefined;
  readonly place?:
    | { readonly path: string; readonly line: number; readonly end_line?: number | undefined }
    | undefined;
  readonly duration_seconds: number;
}

export type SubmissionProblemCode =
  | "invalid_submission"
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

/** A problem with one field, as in `files[3]`; empty for the whole input. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** Why something was rejected; the message says what to do. */
export interface SubmissionProblem {
  readonly code: SubmissionProblemCode;
  readonly message: string;
  /** For invalid input. */
  readonly fields?: readonly FieldProblem[];
}
