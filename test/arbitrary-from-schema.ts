import * as fc from "fast-check";
import { formsOf } from "../scripts/reference/schema-fields.ts";

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Longer texts and lists than these make tests slow and find nothing more. */
const USUAL_LENGTH = 24;
const USUAL_ITEMS = 3;
const MAX_DEPTH = 6;

/** Values that fit a JSON Schema, as far as a schema can say it. */
export function arbitraryFromSchema(
  schema: JsonSchema,
  components: Readonly<Record<string, JsonSchema>> = {},
  depth = 0,
): fc.Arbitrary<unknown> {
  const inner = (part: JsonSchema): fc.Arbitrary<unknown> => arbitraryFromSchema(part, components, depth + 1);
  const examples = (schema["examples"] ?? []) as readonly unknown[];
  if (examples.length > 0) {
    const { examples: _told, ...rest } = schema;
    return fc.oneof(fc.constantFrom(...examples), arbitraryFromSchema(rest, components, depth));
  }
  const ref = schema["$ref"];
  if (typeof ref === "string") return inner(components[ref.slice(ref.lastIndexOf("/") + 1)]!);
  if (schema["const"] !== undefined) return fc.constant(schema["const"]);
  const choices = schema["enum"] as readonly unknown[] | undefined;
  if (choices !== undefined) return fc.constantFrom(...choices);
  const forms = formsOf(schema);
  if (forms.length > 0) return fc.oneof(...forms.map(inner));
  switch (schema["type"]) {
    case "string":
      return textFrom(schema);
    case "integer":
    case "number":
      return numberFrom(schema);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return listFrom(schema, inner((schema["items"] ?? {}) as JsonSchema), depth);
    case "object":
      return objectFrom(schema, inner);
    default:
      return depth > MAX_DEPTH ? fc.constant(null) : fc.jsonValue({ maxDepth: 2 });
  }
}

function textFrom(schema: JsonSchema): fc.Arbitrary<string> {
  const {
    pattern,
    minLength = 0,
    maxLength = USUAL_LENGTH,
  } = schema as {
    pattern?: string;
    minLength?: number;
    maxLength?: number;
  };
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const most = Math.max(minLength, Math.min(maxLength, USUAL_LENGTH));
  const letters = fc.string({
    unit: fc.constantFrom("a", "b", "X", "Y", "0", "9", "_", "-"),
    minLength,
    maxLength: most,
  });
  return fc.oneof(
    { weight: 3, arbitrary: letters },
    {
      weight: 1,
      arbitrary: fc.string({ unit: "grapheme", minLength, maxLength: most }).map(within(maxLength)),
    },
  );
}

/** Characters count as UTF-16 units. */
const within =
  (most: number) =>
  (text: string): string =>
    text.length <= most ? text : text.slice(0, most).toWellFormed();

function numberFrom(schema: JsonSchema): fc.Arbitrary<number> {
  const { minimum: min = -1_000, maximum: max = 1_000_000 } = schema as {
    minimum?: number;
    maximum?: number;
  };
  if (schema["type"] === "integer") return fc.integer({ min, max });
  return fc.oneof(
    fc.double({ min, max, noNaN: true }),
    // Some ranges, such as that of a share, have no whole number.
    ...(Math.ceil(min) <= Math.floor(max) ? [fc.integer({ min: Math.ceil(min), max: Math.floor(max) })] : []),
  );
}

function listFrom(schema: JsonSchema, item: fc.Arbitrary<unknown>, depth: number): fc.Arbitrary<unknown[]> {
  const { minItems = 0, maxItems = USUAL_ITEMS } = schema as { minItems?: number; maxItems?: number };
  const usual = depth > MAX_DEPTH ? 0 : USUAL_ITEMS;
  return fc.array(item, { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, usual)) });
}

function objectFrom(
  schema: JsonSchema,
  inner: (part: JsonSchema) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const properties = (schema["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const requiredKeys = (schema["required"] ?? []) as string[];
  const fields = fc.record(
    Object.fromEntries(Object.entries(properties).map(([key, part]) => [key, inner(part)])),
    { requiredKeys },
  );
  const more = schema["additionalProperties"];
  if (typeof more !== "object" || more === null) return fields;
  const others = fc.dictionary(fc.string({ maxLength: 12 }), inner(more as JsonSchema), { maxKeys: 3 });
  return fc.tuple(others, fields).map(([extra, own]) => ({ ...extra, ...own }));
}
