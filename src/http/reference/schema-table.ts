import { html, type Html, NOTHING, prose } from "./html.ts";

export type Schema = Readonly<Record<string, unknown>>;

/** One field of a schema, named by its path. */
export interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
}

/** Deeper parts are told by their named component, or by the contract. */
const MAX_DEPTH = 8;

export const componentOf = (ref: string): string => ref.slice(ref.lastIndexOf("/") + 1);

/** A schema as one table: a row for every field, those of inner objects under their path. */
export function schemaTable(schema: Schema, title: string): Html {
  const fields = fieldsOf(schema);
  if (fields.length === 0) return html`<p>${typeOf(schema)}${remark(schema)}</p>`;
  return html`<div class="table" role="region" aria-label="${title}" tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Type</th>
          <th scope="col">Bounds</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${fields.map(rowOf)}
      </tbody>
    </table>
  </div>`;
}

const remark = ({ description }: Schema): Html =>
  typeof description === "string" ? html`: ${prose(description)}` : NOTHING;

const rowOf = ({ name, schema, required }: Field): Html =>
  html`<tr>
    <th scope="row"><code>${name}</code>${required ? NOTHING : html` <span class="may">optional</span>`}</th>
    <td>${typeOf(schema)}</td>
    <td>${boundsOf(schema)}</td>
    <td>${prose((schema["description"] ?? "") as string)}</td>
  </tr>`;

/** A parameter as a row of its operation's table. */
export const parameterRow = (
  parameter: {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description?: string;
  },
  schema: Schema,
): Html =>
  html`<tr>
    <th scope="row">
      <code>${parameter.name}</code>${parameter.required ? NOTHING : html` <span class="may">optional</span>`}
    </th>
    <td>${parameter.in}</td>
    <td>${typeOf(schema)}</td>
    <td>${boundsOf(schema)}</td>
    <td>${prose(parameter.description ?? "")}</td>
  </tr>`;

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

/** The schemas of which one fits, as with what may be null. */
export function formsOf(schema: Schema): readonly Schema[] {
  const { type, ...rest } = schema;
  if (Array.isArray(type)) return type.map((each: unknown) => ({ ...rest, type: each }));
  return (schema["anyOf"] ?? schema["oneOf"] ?? []) as readonly Schema[];
}

function typeOf(schema: Schema): Html {
  const { $ref, type, items, additionalProperties } = schema as {
    $ref?: string;
    type?: string;
    items?: Schema;
    additionalProperties?: unknown;
  };
  if ($ref !== undefined) {
    const name = componentOf($ref);
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  if (schema["const"] !== undefined) return html`<code>${JSON.stringify(schema["const"])}</code>`;
  const choices = schema["enum"] as readonly unknown[] | undefined;
  if (choices !== undefined) return joined(choices.map((each) => html`<code>${String(each)}</code>`));
  const forms = formsOf(schema);
  if (forms.length > 0) return joined(forms.map(typeOf));
  if (items !== undefined) return html`list of ${typeOf(items)}`;
  if (type === "object" && typeof additionalProperties === "object" && additionalProperties !== null) {
    return html`object of ${typeOf(additionalProperties as Schema)} by name`;
  }
  return html`${type ?? "any value"}`;
}

const joined = (parts: readonly Html[]): Html =>
  html`${parts.map((part, at) => (at === 0 ? part : html` or ${part}`))}`;

/** What a program cannot send or be sent beyond. */
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

/** A number of a schema; as far as numbers go is no bound to tell. */
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

/** What a value may be at most and at least, in words. */
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
