import { FINDING_FIELDS, REVIEW_FIELDS, type Field } from "./review-fields.ts";

/** The published schema of a reviewer's answer, made from the same tables that the parser reads. */
export function reviewJsonSchema(): Record<string, unknown> {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "ReviewResult",
    ...objectSchema(REVIEW_FIELDS),
  };
}

function objectSchema(fields: readonly Field[]): Record<string, unknown> {
  return {
    type: "object",
    additionalProperties: false,
    required: fields.filter((field) => field.required).map((field) => field.name),
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])),
  };
}

function fieldSchema(field: Field): Record<string, unknown> {
  switch (field.type) {
    case "text":
      return field.filled === true ? { type: "string", minLength: 1 } : { type: "string" };
    case "enum":
      return { type: "string", enum: [...(field.values ?? [])] };
    case "line":
      return { type: "integer", minimum: 1 };
    case "version":
      return { type: "string", pattern: field.pattern };
    case "list":
      return { type: "array", items: objectSchema(FINDING_FIELDS) };
    case "open":
      return { type: "object", additionalProperties: true };
  }
}
