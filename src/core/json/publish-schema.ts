import { z } from "zod";

interface Named {
  /** Where the published schema says it lives; part of every document's contract. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
}

/** A schema as JSON Schema 2020-12, derived from the code that validates. */
export function publishSchema(
  schema: z.ZodType,
  { id, title, description }: Named,
): Readonly<Record<string, unknown>> {
  const { $schema, ...derived } = z.toJSONSchema(schema, { target: "draft-2020-12", io: "input" });
  return { $schema, $id: id, title, description, ...derived };
}
