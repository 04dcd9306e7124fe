import { publishSchema } from "../json/publish-schema.ts";
import { feedbackSchema } from "./feedback-schema.ts";

export const feedbackJsonSchema = (): Readonly<Record<string, unknown>> =>
  publishSchema(feedbackSchema, {
    id: "urn:emend:schema:feedback:1",
    title: "Feedback",
    description: "One thing said about an agent's work, whatever said it.",
  });
