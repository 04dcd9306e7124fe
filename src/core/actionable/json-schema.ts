import { z } from "zod";
import { ActionableFeedbackSchema } from "./actionable-feedback.ts";

/** Where the published schema says it lives; part of every document's contract. */
const ACTIONABLE_FEEDBACK_SCHEMA_ID = "urn:emend:schema:actionable-feedback:1";

/**
 * The actionable-feedback document as JSON Schema 2020-12, derived from the code that validates it.
 * `number <= max`, references and wording cannot be said in JSON Schema; `lintFeedback` checks them.
 */
export function actionableFeedbackJsonSchema(): Readonly<Record<string, unknown>> {
  const { $schema, ...schema } = z.toJSONSchema(ActionableFeedbackSchema, {
    target: "draft-2020-12",
    io: "input",
  });
  return {
    $schema,
    $id: ACTIONABLE_FEEDBACK_SCHEMA_ID,
    title: "Actionable feedback",
    description:
      "Feedback on one round of work: specific problems, where they are, and the change to make for each.",
    ...schema,
  };
}
