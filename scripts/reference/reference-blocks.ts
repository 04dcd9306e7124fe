import { z } from "zod";
import { allows, ROLES } from "../../src/core/access/permission.ts";
import { PROBLEMS, type ProblemCode } from "../../src/http/problem-codes.ts";
import { problemsOf } from "../../src/http/route-problems.ts";
import type { Route } from "../../src/http/route.ts";
import { bodySchemaOf, curlExample, exampleRequest, type Operation } from "./curl-example.ts";
import { boundsOf, code, schemaFields, type Schema, schemaHeading, typeOf } from "./schema-fields.ts";

/** A block of the reference, rendered as Markdown. Texts are inline Markdown. */
export type Block =
  | { readonly kind: "heading"; readonly level: 2 | 3 | 4; readonly text: string }
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "table";
      readonly title: string;
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
    }
  | { readonly kind: "code"; readonly text: string };

export interface ContractDocument {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const heading = (level: 2 | 3 | 4, text: string): Block => ({ kind: "heading", level, text });
const paragraph = (text: string): Block => ({ kind: "text", text });

export function operationBlocks(
  route: Route,
  operation: Operation,
  components: Readonly<Record<string, Schema>>,
): readonly Block[] {
  const { id, description } = route;
  const body = bodySchemaOf(operation);
  return [
    ...(description === undefined ? [] : [paragraph(description)]),
    ...parameterBlocks(operation, id),
    ...(body === undefined ? [] : [heading(4, "Body"), ...fieldBlocks(body, `Body of ${id}`)]),
    ...responseBlocks(operation, id),
    ...errorBlocks(route),
    heading(4, "Example"),
    { kind: "code", text: curlExample(route, exampleRequest(route, operation, components)) },
  ];
}

export function permissionText({ permission, agent }: Route): string {
  if (permission === "public") return "No token needed.";
  const roles = ROLES.filter((role) => allows(role, permission));
  const own =
    agent !== undefined && roles.includes("agent") ? " An agent's token can only access its own agent." : "";
  return `Roles: ${roles.join(", ")} (permission ${permission}).${own}`;
}

function parameterBlocks({ parameters = [] }: Operation, id: string): readonly Block[] {
  if (parameters.length === 0) return [];
  const rows = parameters.map(({ name, in: location, required, schema, description = "" }) => [
    nameCell(name, required),
    location,
    typeOf(schema),
    boundsOf(schema),
    description,
  ]);
  const head = ["Name", "In", "Type", "Bounds", "Meaning"];
  return [heading(4, "Parameters"), { kind: "table", title: `Parameters of ${id}`, head, rows }];
}

function errorBlocks(route: Route): readonly Block[] {
  const own = problemsOf(route).filter((each) => !COMMON_PROBLEMS.has(each));
  if (own.length === 0) return [];
  return [heading(4, "Errors"), paragraph(own.map((each) => `[${each}](#problem-codes)`).join(", "))];
}

/** Listed once for all operations, because any request can cause them. */
export const COMMON_PROBLEMS: ReadonlySet<ProblemCode> = new Set(
  problemsOf({
    id: "any",
    method: "post",
    path: "/",
    tag: "any",
    summary: "A request that takes everything",
    permission: "ask",
    params: z.strictObject({}),
    body: z.unknown(),
    responses: {},
    handle: () => Promise.reject(new Error("not asked")),
  }),
);

const nameCell = (name: string, required: boolean): string => `${code(name)}${required ? "" : " optional"}`;

const responseBlocks = ({ responses }: Operation, id: string): readonly Block[] =>
  Object.entries(responses)
    .filter(([status]) => Number(status) < 400)
    .flatMap(([status, { description, content }]) => {
      const [type, first] = Object.entries(content ?? {})[0] ?? [];
      const media = type === undefined || type === "application/json" ? "" : `, ${type}`;
      return [
        heading(4, `Response ${status}`),
        paragraph(`${description}${media}`),
        ...(first === undefined ? [] : fieldBlocks(first.schema, `Response ${status} of ${id}`)),
      ];
    });

/** A table with a row for each field, or one line if the schema has no fields. */
function fieldBlocks(schema: Schema, title: string): readonly Block[] {
  const descriptionOf = (each: Schema): string => (each["description"] ?? "") as string;
  const rows = schemaFields(schema).map((field) => [
    nameCell(field.name, field.required),
    typeOf(field.schema),
    boundsOf(field.schema),
    descriptionOf(field.schema),
  ]);
  if (rows.length > 0) return [{ kind: "table", title, head: ["Name", "Type", "Bounds", "Meaning"], rows }];
  return [paragraph([typeOf(schema), descriptionOf(schema)].filter((each) => each !== "").join(": "))];
}

/** The named schemas and problem codes that operations link to. */
export const appendixBlocks = (schemas: Readonly<Record<string, Schema>>): readonly Block[] => [
  heading(2, "Named schemas"),
  ...Object.entries(schemas)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, schema]) => [
      heading(3, schemaHeading(name)),
      ...(typeof schema["description"] === "string" && schemaFields(schema).length > 0
        ? [paragraph(schema["description"])]
        : []),
      ...fieldBlocks(schema, `Fields of ${name}`),
    ]),
  heading(2, "Problem codes"),
  {
    kind: "table",
    title: "Problem codes",
    head: ["Code", "Status", "Meaning"],
    rows: Object.entries(PROBLEMS).map(([name, { status, title }]) => [code(name), String(status), title]),
  },
];
