import { z } from "zod";
import { feedbackSchema } from "./feedback-schema.ts";

const FEEDBACK_SCHEMA_ID = "urn:emend:schema:feedback:1";

/** The record as JSON Schema 2020-12, derived from the code that validates it. */
export function feedbackJsonSchema(): Readonly<Record<string, unknown>> {
  const { $schema, ...schema } = z.toJSONSchema(feedbackSchema, { target: "draft-2020-12", io: "input" });
  return {
    $schema,
    $id: FEEDBACK_SCHEMA_ID,
    title: "Feedback",
    description: "One thing said about an agent's work, whatever said it.",
    ...schema,
  };
}
