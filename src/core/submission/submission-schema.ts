import { MAX_ID, MAX_REASON } from "../text/limits.ts";
import { utcTimeSchema } from "../time/time.ts";
import { z } from "zod";
import {
  OUTCOMES,
  TRUSTS,
  MAX_DIFF,
  MAX_PATH,
  MAX_TAG,
  MAX_TAGS,
  MAX_FEEDBACK_TEXT,
} from "../feedback/feedback.ts";
import {
  MAX_CONTEXT,
  MAX_LINE,
  MAX_SUBMISSION_EXCERPT,
  MAX_FILES,
  MAX_OUTPUT,
  MAX_TITLE,
  MAX_URL,
  type Submission,
  SUBMISSION_FORMATS,
  SUBMISSION_SCHEMA,
  SUBMISSION_STATUSES,
  type SubmissionHeader,
} from "./submission.ts";

const name = z.string().min(1).max(MAX_ID);
const sha = z.string().regex(/^[0-9a-f]{64}$/);
const id = z.string().regex(/^sb_[0-9a-f]{32}$/);
const output = z.string().max(MAX_OUTPUT);

const line = z.int().min(1).max(MAX_LINE);

const shortDecision = z.strictObject({
  decision_id: name.describe("Its id in the decision stream: the id of the submission."),
  decision: z.enum(OUTCOMES),
  reviewer: name,
  time: utcTimeSchema,
  duration_seconds: z.number().min(0),
  tags: z.array(z.string().min(1).max(MAX_TAG)).max(MAX_TAGS),
  comment: z.string().max(MAX_FEEDBACK_TEXT).exactOptional(),
  edited_sha: sha.exactOptional(),
  place: z
    .strictObject({ path: z.string().min(1).max(MAX_PATH), line, end_line: line })
    .exactOptional()
    .describe("The lines that it is about, counted after the change."),
  feedback_id: z.string().describe("The feedback record of the decision."),
});

const decision = shortDecision.extend({
  edited_output: output
    .exactOptional()
    .describe(
      "The reviewer's edit: accepted instead of the agent's output, or the correction of a rejection.",
    ),
  diff: z.string().max(MAX_DIFF).exactOptional().describe("A unified diff, cut if it is too long."),
});

const common = {
  schema: z.literal(SUBMISSION_SCHEMA),
  id,
  revision: z.int().min(1),
  status: z.enum(SUBMISSION_STATUSES),
  agent: name,
  gate: name,
  title: z.string().max(MAX_TITLE),
  format: z.enum(SUBMISSION_FORMATS),
  output_sha: sha,
  submitted_by: z.strictObject({ id: name, trust: z.enum(TRUSTS) }),
  submitted_at: utcTimeSchema,
  due_at: utcTimeSchema,
  run: name.exactOptional(),
  task: name.exactOptional(),
  epic: name.exactOptional(),
  files: z.array(z.string().min(1).max(MAX_PATH)).max(MAX_FILES).exactOptional(),
  context: z.string().max(MAX_CONTEXT).exactOptional(),
  url: z.string().max(MAX_URL).exactOptional(),
  withdrawal: z
    .strictObject({ by: name, time: utcTimeSchema, reason: z.string().max(MAX_REASON) })
    .exactOptional(),
};

/** The published form of a submission. */
export const submissionSchema = z.strictObject({
  ...common,
  output,
  decision: decision.exactOptional(),
}) satisfies z.ZodType<Submission>;

export const submissionHeaderSchema = z.strictObject({
  ...common,
  output_bytes: z.int().min(0),
  excerpt: z.string().max(MAX_SUBMISSION_EXCERPT),
  decision: shortDecision.exactOptional(),
}) satisfies z.ZodType<SubmissionHeader>;
