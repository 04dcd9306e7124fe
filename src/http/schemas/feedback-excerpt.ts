import { z } from "zod";
import { type Feedback, OUTCOMES, SOURCE_KINDS, TRUSTS } from "../../core/feedback/feedback.ts";
import { timeField } from "../fields.ts";

/** Texts are cut to this length. The full text is in the feedback itself. */
const MAX_LENGTH = 4_000;

const words = z.string().nullable();

export const feedbackExcerptResponse = z
  .object({
    feedback_id: z.string(),
    time: timeField,
    author: z.object({ id: z.string(), trust: z.enum(TRUSTS) }),
    agent: z.string().nullable(),
    run: z.string().nullable(),
    outcome: z.enum(OUTCOMES).nullable(),
    claimed_outcome: z
      .enum(OUTCOMES)
      .nullable()
      .describe("What the agent itself claims was decided; not used anywhere."),
    tags: z.array(z.string()),
    path: z.string().nullable(),
    source: z.object({ kind: z.enum(SOURCE_KINDS), ref: z.string().nullable(), tool: z.string().nullable() }),
    text: z.string().describe("What it is compared by."),
    wrong: words,
    fix: words,
    comment: words,
    diff: words,
  })
  .meta({
    id: "SaidFeedback",
    description: `What was said, each text cut at ${MAX_LENGTH} characters; \`GET /feedback/{feedback_id}\` returns the full text.`,
  });

export const toFeedbackExcerpt = (record: Feedback) => ({
  feedback_id: record.id,
  time: record.time,
  author: record.author,
  agent: record.agent ?? null,
  run: record.run ?? null,
  outcome: record.outcome,
  claimed_outcome: record.claimed_outcome ?? null,
  tags: record.tags,
  path: record.target?.path ?? null,
  source: {
    kind: record.source.kind,
    ref: record.source.ref ?? null,
    tool: record.source.tool ?? null,
  },
  text: excerpt(record.similarity_text),
  wrong: optionalExcerpt(record.wrong),
  fix: optionalExcerpt(record.fix),
  comment: optionalExcerpt(record.comment),
  diff: optionalExcerpt(record.correction?.diff),
});

const excerpt = (text: string): string => text.slice(0, MAX_LENGTH).toWellFormed();
const optionalExcerpt = (text: string | undefined): string | null =>
  text === undefined ? null : excerpt(text);
