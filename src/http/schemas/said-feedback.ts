import { z } from "zod";
import { type Feedback, OUTCOMES, SOURCE_KINDS, TRUSTS } from "../../core/feedback/feedback.ts";
import { timeField } from "../fields.ts";

/** What of a text fits a list; the whole is in the feedback itself. */
const MAX_SAID = 4_000;

const words = z.string().nullable();

export const saidFeedbackAnswer = z
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
      .meta({ description: "What the agent itself claims was decided; not used anywhere." }),
    tags: z.array(z.string()),
    path: z.string().nullable(),
    source: z.object({ kind: z.enum(SOURCE_KINDS), ref: z.string().nullable(), tool: z.string().nullable() }),
    text: z.string().meta({ description: "What it is compared by." }),
    wrong: words,
    fix: words,
    comment: words,
    diff: words,
  })
  .meta({
    id: "SaidFeedback",
    description: `What was said, each text cut at ${MAX_SAID} characters; \`GET /feedback/{feedback_id}\` returns the full text.`,
  });

/** Feedback as a part of something else. */
export const toSaid = (record: Feedback) => ({
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
  text: cut(record.similarity_text),
  wrong: cutIfGiven(record.wrong),
  fix: cutIfGiven(record.fix),
  comment: cutIfGiven(record.comment),
  diff: cutIfGiven(record.correction?.diff),
});

const cut = (text: string): string => text.slice(0, MAX_SAID).toWellFormed();
const cutIfGiven = (text: string | undefined): string | null => (text === undefined ? null : cut(text));
