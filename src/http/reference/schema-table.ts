import { html, type Html, NOTHING, prose } from "./html.ts";

export type Schema = Readonly<Record<string, unknown>>;

interface Row {
  readonly name: string;
  readonly type: Html;
  readonly required: boolean;
  readonly bounds: string;
  readonly description: string;
}

/** Deeper parts are told by their named component, or by the contract. */
const MAX_DEPTH = 8;

export const componentOf = (ref: string): string => ref.slice(ref.lastIndexOf("/") + 1);

/** A schema as one table: a row for every field, those of inner objects under their path. */
export function schemaTable(schema: Schema, title: string): Html {
  const rows = rowsOf(schema, "", true, 0);
  const [root] = rows;
  if (root === undefined) return html`<p>${typeOf(schema)}${remark(schema)}</p>`;
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
        ${rows.map(rowOf)}
      </tbody>
    </table>
  </div>`;
}

const remark = ({ description }: Schema): Html =>
  typeof description === "string" ? html`: ${prose(description)}` : NOTHING;

const rowOf = ({ name, type, required, bounds, description }: Row): Html =>
  html`<tr>
    <th scope="row"><code>${name}</code>${required ? NOTHING : html` <span class="may">optional</span>`}</th>
    <td>${type}</td>
    <td>${bounds}</td>
    <td>${prose(description)}</td>
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

function rowsOf(schema: Schema, name: string, required: boolean, depth: number): readonly Row[] {
  const own: readonly Row[] =
    name === ""
      ? []
      : [
          {
            name,
            type: typeOf(schema),
            required,
            bounds: boundsOf(schema),
            description: (schema["description"] ?? "") as string,
          },
        ];
  if (depth >= MAX_DEPTH) return own;
  return [...own, ...innerRows(schema, name, depth)];
}

function innerRows(schema: Schema, name: string, depth: number): readonly Row[] {
  const { properties, items } = schema as { properties?: Record<string, Schema>; items?: Schema };
  if (properties !== undefined) {
    const needed = new Set((schema["required"] ?? []) as readonly string[]);
    return Object.entries(properties).flatMap(([key, inner]) =>
      rowsOf(inner, name === "" ? key : `${name}.${key}`, needed.has(key), depth + 1),
    );
  }
  if (items !== undefined) return innerRows(items, `${name}[]`, depth + 1);
  const forms = formsOf(schema).filter((form) => form["properties"] !== undefined);
  return forms.flatMap((form, at) => {
    const inner = innerRows(form, name, depth + 1);
    return forms.length === 1
      ? inner
      : inner.map((row) => ({ ...row, name: `${row.name} (form ${at + 1})` }));
  });
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
