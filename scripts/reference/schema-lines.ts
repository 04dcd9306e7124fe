import {
  boundsOf,
  componentOf,
  type Field,
  formsOf,
  type Schema,
} from "../../src/http/reference/schema-table.ts";
import { anchor, code } from "./markdown.ts";

export interface FieldLine {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly says: string;
}

/** The heading under which a named part is told; a route's group may have the same name. */
export const schemaHeading = (name: string): string => `${name} schema`;

/** What is known of a value, in one line. */
export const saidOf = (parts: readonly unknown[]): string =>
  parts
    .filter((part) => typeof part === "string" && part !== "")
    .map((part) => String(part).replace(/\.$/, ""))
    .join("; ");

/** A field as a row says it. */
export const lineOf = ({ name, schema, required }: Field): FieldLine => ({
  name,
  type: typeOf(schema),
  required,
  says: saidOf([schema["description"], boundsOf(schema)]),
});

/** A schema's type in a word or two; a named part is a link. */
export function typeOf(schema: Schema): string {
  const { $ref, type, items, additionalProperties } = schema as {
    $ref?: string;
    type?: string;
    items?: Schema;
    additionalProperties?: unknown;
  };
  if ($ref !== undefined) {
    const name = componentOf($ref);
    return `[${name}](#${anchor(schemaHeading(name))})`;
  }
  if (schema["const"] !== undefined) return code(JSON.stringify(schema["const"]));
  const choices = schema["enum"] as readonly unknown[] | undefined;
  if (choices !== undefined) return choices.map((each) => code(String(each))).join(" or ");
  const forms = formsOf(schema);
  if (forms.length > 0) return [...new Set(forms.map(typeOf))].join(" or ");
  if (items !== undefined) return `list of ${typeOf(items)}`;
  if (type === "object" && typeof additionalProperties === "object" && additionalProperties !== null) {
    return `object of ${typeOf(additionalProperties as Schema)} by name`;
  }
  return type ?? "any value";
}
