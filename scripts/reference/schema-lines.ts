import { boundsOf, componentOf, formsOf, type Schema } from "../../src/http/reference/schema-table.ts";
import { anchor, code } from "./markdown.ts";

/** One field of a schema, named by its path. */
export interface FieldLine {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly says: string;
}

const MAX_DEPTH = 6;

/** The heading under which a named part is told; a route's group may have the same name. */
export const schemaHeading = (name: string): string => `${name} schema`;

/** What is known of a value, in one line. */
export const saidOf = (parts: readonly unknown[]): string =>
  parts
    .filter((part) => typeof part === "string" && part !== "")
    .map((part) => String(part).replace(/\.$/, ""))
    .join("; ");

/** Every field of an object, those of inner objects under their path; none for anything else. */
export function fieldsOf(schema: Schema, prefix = "", depth = 0): readonly FieldLine[] {
  if (depth > MAX_DEPTH) return [];
  const { properties, items } = schema as { properties?: Record<string, Schema>; items?: Schema };
  if (properties !== undefined) {
    const needed = new Set((schema["required"] ?? []) as readonly string[]);
    return Object.entries(properties).flatMap(([key, inner]) => {
      const name = prefix === "" ? key : `${prefix}.${key}`;
      const says = saidOf([inner["description"], boundsOf(inner)]);
      const own = { name, type: typeOf(inner), required: needed.has(key), says };
      return [own, ...fieldsOf(inner, name, depth + 1)];
    });
  }
  if (items !== undefined) return fieldsOf(items, `${prefix}[]`, depth + 1);
  const forms = formsOf(schema).filter((form) => form["properties"] !== undefined);
  return forms.flatMap((form, at) =>
    fieldsOf(form, prefix, depth + 1).map((field) =>
      forms.length === 1 ? field : { ...field, name: `${field.name} (form ${at + 1})` },
    ),
  );
}

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
