export type Schema = Readonly<Record<string, unknown>>;

/** A field, named by its path in the schema. */
interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
}

/** Deeper fields are described by their named schema or in the contract. */
const MAX_DEPTH = 8;

export const componentOf = (ref: string): string => ref.slice(ref.lastIndexOf("/") + 1);

/** Every field of an object, including those of nested objects and lists. */
export function schemaFields(schema: Schema, prefix = "", depth = 0): readonly Field[] {
  if (depth >= MAX_DEPTH) return [];
  const { properties, items } = schema as { properties?: Record<string, Schema>; items?: Schema };
  if (properties !== undefined) {
    const needed = new Set((schema["required"] ?? []) as readonly string[]);
    return Object.entries(properties).flatMap(([key, inner]) => {
      const name = prefix === "" ? key : `${prefix}.${key}`;
      return [{ name, schema: inner, required: needed.has(key) }, ...schemaFields(inner, name, depth + 1)];
    });
  }
  if (items !== undefined) return schemaFields(items, `${prefix}[]`, depth + 1);
  const forms = formsOf(schema).filter((form) => form["properties"] !== undefined);
  return forms.flatMap((form, at) =>
    schemaFields(form, prefix, depth + 1).map((field) =>
      forms.length === 1 ? field : { ...field, name: `${field.name} (form ${at + 1})` },
    ),
  );
}

/** The alternatives of a schema, such as a string or null. */
export function formsOf(schema: Schema): readonly Schema[] {
  const { type, ...rest } = schema;
  if (Array.isArray(type)) return type.map((each: unknown) => ({ ...rest, type: each }));
  return (schema["anyOf"] ?? schema["oneOf"] ?? []) as readonly Schema[];
}

/** The type in a few words of Markdown; a named schema becomes a link. */
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

export const code = (text: string): string => `\`${text}\``;

/** The suffix keeps the heading apart from a group of routes with the same name. */
export const schemaHeading = (name: string): string => `${name} schema`;

/** The id of a heading, as GitHub derives it from the heading's text. */
export const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}\p{Pc} -]/gu, "")
    .replaceAll(" ", "-");

const OTHER_BOUNDS: readonly (readonly [key: string, format: (value: string | number) => string])[] = [
  ["exclusiveMinimum", (value) => `more than ${value}`],
  ["exclusiveMaximum", (value) => `less than ${value}`],
  ["pattern", (value) => `fits ${value}`],
  ["format", String],
];

const RANGES: readonly (readonly [min: string, max: string, unit: string])[] = [
  ["minLength", "maxLength", " characters"],
  ["minItems", "maxItems", " items"],
  ["minimum", "maximum", ""],
];

/** The largest safe integer means that there is no limit. */
function formatBound(value: unknown): string | undefined {
  if (typeof value !== "number" || Math.abs(value) === Number.MAX_SAFE_INTEGER) return undefined;
  return value.toLocaleString("en");
}

function rangeOf(schema: Schema, [min, max, unit]: (typeof RANGES)[number]): readonly string[] {
  const [from, to] = [formatBound(schema[min]), formatBound(schema[max])];
  if (from !== undefined && to !== undefined) return [`${from} to ${to}${unit}`];
  if (from !== undefined) return [`from ${from}${unit} on`];
  return to === undefined ? [] : [`up to ${to}${unit}`];
}

export function boundsOf(schema: Schema): string {
  const bounds = [
    ...RANGES.flatMap((range) => rangeOf(schema, range)),
    ...OTHER_BOUNDS.flatMap(([key, format]) =>
      schema[key] === undefined ? [] : [format(schema[key] as string | number)],
    ),
  ];
  const fallback = schema["default"];
  if (fallback !== undefined) bounds.push(`${JSON.stringify(fallback)} when left out`);
  return bounds.join(", ");
}
