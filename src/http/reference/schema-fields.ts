export type Schema = Readonly<Record<string, unknown>>;

/** One field of a schema, named by its path. */
interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
}

/** Deeper fields are described by their named schema or in the contract. */
const MAX_DEPTH = 8;

export const componentOf = (ref: string): string => ref.slice(ref.lastIndexOf("/") + 1);

/** Every field of an object, those of inner objects under their path; none for anything else. */
export function fieldsOf(schema: Schema, prefix = "", depth = 0): readonly Field[] {
  if (depth >= MAX_DEPTH) return [];
  const { properties, items } = schema as { properties?: Record<string, Schema>; items?: Schema };
  if (properties !== undefined) {
    const needed = new Set((schema["required"] ?? []) as readonly string[]);
    return Object.entries(properties).flatMap(([key, inner]) => {
      const name = prefix === "" ? key : `${prefix}.${key}`;
      return [{ name, schema: inner, required: needed.has(key) }, ...fieldsOf(inner, name, depth + 1)];
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

/** The alternatives of a schema, such as a string or null. */
export function formsOf(schema: Schema): readonly Schema[] {
  const { type, ...rest } = schema;
  if (Array.isArray(type)) return type.map((each: unknown) => ({ ...rest, type: each }));
  return (schema["anyOf"] ?? schema["oneOf"] ?? []) as readonly Schema[];
}

/** A schema's type in a word or two, as Markdown; a named schema is a link. */
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

/** The heading of a named schema; a group of routes may have the same name. */
export const schemaHeading = (name: string): string => `${name} schema`;

/** The id of a heading, as GitHub derives it from the heading's text. */
export const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}\p{Pc} -]/gu, "")
    .replaceAll(" ", "-");

/** Limits other than ranges. */
const WORDS: readonly (readonly [key: string, says: (value: string | number) => string])[] = [
  ["exclusiveMinimum", (value) => `more than ${value}`],
  ["exclusiveMaximum", (value) => `less than ${value}`],
  ["pattern", (value) => `fits ${value}`],
  ["format", String],
];

const RANGES: readonly (readonly [least: string, most: string, of: string])[] = [
  ["minLength", "maxLength", " characters"],
  ["minItems", "maxItems", " items"],
  ["minimum", "maximum", ""],
];

/** A limit worth mentioning; the largest safe integer is none. */
function bound(value: unknown): string | undefined {
  if (typeof value !== "number" || Math.abs(value) === Number.MAX_SAFE_INTEGER) return undefined;
  return value.toLocaleString("en");
}

function rangeOf(schema: Schema, [least, most, of]: (typeof RANGES)[number]): readonly string[] {
  const [from, to] = [bound(schema[least]), bound(schema[most])];
  if (from !== undefined && to !== undefined) return [`${from} to ${to}${of}`];
  if (from !== undefined) return [`from ${from}${of} on`];
  return to === undefined ? [] : [`up to ${to}${of}`];
}

/** The limits of a value, in words. */
export function boundsOf(schema: Schema): string {
  const said = [
    ...RANGES.flatMap((range) => rangeOf(schema, range)),
    ...WORDS.flatMap(([key, says]) =>
      schema[key] === undefined ? [] : [says(schema[key] as string | number)],
    ),
  ];
  const usual = schema["default"];
  if (usual !== undefined) said.push(`${JSON.stringify(usual)} when left out`);
  return said.join(", ");
}
