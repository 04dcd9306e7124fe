import { publishSchema } from "../json/publish-schema.ts";
import { ActionableFeedbackSchema } from "./actionable-feedback.ts";
import { EXAMPLE_DOCUMENTS } from "./example-documents.ts";

/**
 * The actionable-feedback document. `number <= max`, references and wording cannot be said in JSON Schema;
 * `lintFeedback` checks them.
 */
export const actionableFeedbackJsonSchema = (): Readonly<Record<string, unknown>> => ({
  ...publishSchema(ActionableFeedbackSchema, {
    id: "urn:emend:schema:actionable-feedback:1",
    title: "Actionable feedback",
    description:
      "Feedback on one round of work: specific problems, where they are, and the change to make for each.",
  }),
  examples: EXAMPLE_DOCUMENTS,
});
