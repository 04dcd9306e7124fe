import { z } from "zod";
import { utcTimeSchema } from "../time/time.ts";
import {
  PROPOSED_ACTION_TYPES,
  CLASSIFICATIONS,
  type EarlierEvaluation,
  type Evaluation,
  EVALUATION_SCHEMA,
  type EvaluationRecord,
  RESOLUTIONS,
} from "./evaluation.ts";
import { MAX_SIMILAR } from "./classify.ts";
import { MAX_HISTORY } from "./decide-evaluation.ts";

const name = z.string().min(1).max(256);

export const evaluationSchema = z.strictObject({
  feedback_id: name,
  classification: z.enum(CLASSIFICATIONS),
  confidence: z.number().min(0).max(1),
  rationale: z.string().max(2_000).describe("In plain words."),
  similar_feedback_ids: z.array(name).max(MAX_SIMILAR).describe("The most similar first."),
  proposed_action: z
    .strictObject({
      action_type: z.enum(PROPOSED_ACTION_TYPES),
      target_agent: name.nullable(),
      proposal_id: name.nullable().describe("Null until there is one."),
    })
    .nullable(),
  contradicts: z
    .array(name)
    .max(MAX_SIMILAR)
    .exactOptional()
    .describe("For ambiguous feedback: the earlier decisions that it contradicts."),
  covered_by: name
    .exactOptional()
    .describe("The rule that covers it, if one was in force when it was evaluated."),
}) satisfies z.ZodType<Evaluation>;

const earlierSchema = z.strictObject({
  revision: z.int().min(1),
  classification: z.enum(CLASSIFICATIONS),
  confidence: z.number().min(0).max(1),
  rationale: z.string().max(2_000),
  evaluated_at: utcTimeSchema,
}) satisfies z.ZodType<EarlierEvaluation>;

/** The schema of a stored or published evaluation. */
export const evaluationRecordSchema = z.strictObject({
  schema: z.literal(EVALUATION_SCHEMA),
  feedback_id: name,
  revision: z.int().min(1),
  evaluation: evaluationSchema,
  resolution: z
    .strictObject({ as: z.enum(RESOLUTIONS), by: name, at: utcTimeSchema, reason: z.string().max(2_000) })
    .nullable(),
  history: z
    .array(earlierSchema)
    .max(MAX_HISTORY)
    .exactOptional()
    .describe("The classes it had before, latest last."),
  evaluated_at: utcTimeSchema,
  updated_at: utcTimeSchema,
}) satisfies z.ZodType<EvaluationRecord>;
