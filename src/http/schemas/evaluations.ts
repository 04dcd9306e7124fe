import { z } from "zod";
import type { Evaluated } from "../../app/evaluation/search-evaluated.ts";
import { STANDINGS, standingOf } from "../../core/evaluation/evaluation.ts";
import { evaluationRecordSchema, evaluationSchema } from "../../core/evaluation/evaluation-schema.ts";
import { feedbackExcerptResponse, toFeedbackExcerpt } from "./feedback-excerpt.ts";

const fields = {
  evaluation: evaluationSchema.meta({ id: "Evaluation" }),
  standing: z.enum(STANDINGS).describe("The current class; a person's decision overrides the evaluation."),
  feedback: feedbackExcerptResponse.nullable().describe("Null if it is no longer stored."),
};

export const evaluatedResponse = evaluationRecordSchema.extend(fields).meta({ id: "EvaluatedFeedback" });

export const evaluatedDetailResponse = evaluationRecordSchema
  .extend({
    ...fields,
    cluster_id: z.string().nullable().describe("Its cluster."),
    similar: z
      .array(feedbackExcerptResponse)
      .describe("What it was compared with, most similar first; at most 50 that are still stored."),
  })
  .meta({ id: "EvaluatedFeedbackDetail" });

export const toEvaluated = ({ record, feedback }: Evaluated) => ({
  ...record,
  standing: standingOf(record),
  feedback: feedback === undefined ? null : toFeedbackExcerpt(feedback),
});
