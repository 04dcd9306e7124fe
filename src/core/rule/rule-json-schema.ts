import { publishSchema } from "../json/publish-schema.ts";
import { ruleSchema } from "./rule-schema.ts";

export const ruleJsonSchema = (): Readonly<Record<string, unknown>> =>
  publishSchema(ruleSchema, {
    id: "urn:emend:schema:rule:1",
    title: "Rule",
    description: "An instruction for agents, all its versions, and what people said to them.",
  });
