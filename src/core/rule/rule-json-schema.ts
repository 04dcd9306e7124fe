import { z } from "zod";
import { ruleSchema } from "./rule-schema.ts";

const RULE_SCHEMA_ID = "urn:emend:schema:rule:1";

/** A rule as JSON Schema 2020-12, derived from the code that validates it. */
export function ruleJsonSchema(): Readonly<Record<string, unknown>> {
  const { $schema, ...schema } = z.toJSONSchema(ruleSchema, { target: "draft-2020-12", io: "input" });
  return {
    $schema,
    $id: RULE_SCHEMA_ID,
    title: "Rule",
    description: "An instruction for agents, all its versions, and what people said to them.",
    ...schema,
  };
}
