import { z } from "zod";
import { utcTimeSchema } from "../time/utc-time-schema.ts";
import {
  ACTION_TYPES,
  CLASSIFICATIONS,
  type Evaluation,
  EVALUATION_SCHEMA,
  type EvaluationRecord,
  RESOLUTIONS,
} from "./evaluation.ts";
import { MAX_SIMILAR } from "./classify.ts";

const name = z.string().min(1).max(256);

export const evaluationSchema = z.strictObject({
  feedback_id: name,
  classification: z.enum(CLASSIFICATIONS),
  confidence: z.number().min(0).max(1),
  rationale: z.string().max(2_000).describe("In plain words."),
  similar_feedback_ids: z.array(name).max(MAX_SIMILAR).describe("The most similar first."),
  proposed_action: z
    .strictObject({
      action_type: z.enum(ACTION_TYPES),
      target_agent: name.nullable(),
      proposal_id: name.nullable().describe("Null until there is one."),
    })
    .nullable(),
}) satisfies z.ZodType<Evaluation>;

/** What a stored or published evaluation must look like. */
export const evaluationRecordSchema = z.strictObject({
  schema: z.literal(EVALUATION_SCHEMA),
  feedback_id: name,
  revision: z.int().min(1),
  evaluation: evaluationSchema,
  resolution: z
    .strictObject({ as: z.enum(RESOLUTIONS), by: name, at: utcTimeSchema, reason: z.string().max(2_000) })
    .nullable(),
  evaluated_at: utcTimeSchema,
  updated_at: utcTimeSchema,
}) satisfies z.ZodType<EvaluationRecord>;
