import { API_PREFIX } from "../../src/http/api-prefix.ts";
import type { Route } from "../../src/http/route.ts";
import { type Schema, componentOf, formsOf } from "./schema-fields.ts";

/** Realistic example values, by field name. */
const SAMPLES: Readonly<Record<string, string>> = {
  agent: "rio",
  base_prompt: "You review pull requests.",
  check_id: "ck_0123456789abcdef0123456789abcdef",
  cluster_id: "cl_0123456789abcdef",
  comment: "Close the file before you return.",
  feedback: "That is wrong: the footer is missing.",
  feedback_id: "fb_0123456789abcdef0123456789abcdef",
  gate: "Before merge",
  name: "ana",
  output: "The text that somebody is to approve.",
  path: "src/cache.ts",
  prompt: "Write a function that reads a file.",
  raw: '{"findings": []}',
  reason: "It no longer applies.",
  rule_id: "ru_0123456789abcdef0123456789abcdef",
  run: "run-17",
  submission_id: "sb_0123456789abcdef0123456789abcdef",
  text: "Close every file that you open.",
  time: "2026-03-01T12:00:00.000Z",
  title: "Answer to ticket 17",
  token: "emd_…",
  token_id: "tk_0123456789abcdef",
};

const SINGULARS: Readonly<Record<string, string>> = { changed_files: "path", ids: "feedback_id" };

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

export interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string;
        readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
      }
    >
  >;
}

export interface ExampleRequest {
  /** Path and query. */
  readonly target: string;
  readonly body?: unknown;
}

export const bodySchemaOf = ({ requestBody }: Operation): Schema | undefined =>
  requestBody?.content["application/json"]?.schema;

/** A request that the route accepts. */
export function exampleRequest(
  { path }: Pick<Route, "path">,
  operation: Operation,
  components: Readonly<Record<string, Schema>>,
): ExampleRequest {
  const parameters = operation.parameters ?? [];
  const valueOf = ({ name, schema }: Parameter): string => {
    const value = exampleOf(schema, components, name);
    return encodeURIComponent(String(Array.isArray(value) ? value[0] : value));
  };
  const filled = path.replaceAll(/\{(\w{1,60})\}/g, (whole, name: string) => {
    const parameter = parameters.find((each) => each.in === "path" && each.name === name);
    return parameter === undefined ? whole : valueOf(parameter);
  });
  const query = parameters
    .filter((each) => each.in === "query" && each.required)
    .map((each) => `${each.name}=${valueOf(each)}`)
    .join("&");
  const body = bodySchemaOf(operation);
  return {
    target: `${API_PREFIX}${filled}${query === "" ? "" : `?${query}`}`,
    ...(body === undefined ? {} : { body: exampleOf(body, components) }),
  };
}

/** The request as a curl command that uses EMEND_URL and EMEND_TOKEN. */
export function curlExample(route: Route, { target, body }: ExampleRequest): string {
  const { method, permission, media } = route;
  return [
    `curl -sS${media === undefined ? "" : "N"}`,
    ...(method === "get" || (method === "post" && body !== undefined) ? [] : [`-X ${method.toUpperCase()}`]),
    `"$EMEND_URL${target}"`,
    ...(permission === "public" ? [] : ['-H "Authorization: Bearer $EMEND_TOKEN"']),
    ...(body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d ${shellQuote(JSON.stringify(body))}`]),
  ].join(" \\\n  ");
}

const shellQuote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The smallest value that matches a schema: only the required fields. */
function exampleOf(schema: Schema, components: Readonly<Record<string, Schema>>, name = ""): unknown {
  const inner = (part: Schema, of = name): unknown => exampleOf(part, components, of);
  const [example] = (schema["examples"] ?? []) as readonly unknown[];
  if (example !== undefined) return example;
  if (typeof schema["$ref"] === "string") return inner(components[componentOf(schema["$ref"])] ?? {});
  if (schema["const"] !== undefined) return schema["const"];
  const [choice] = (schema["enum"] ?? []) as readonly unknown[];
  if (choice !== undefined) return choice;
  const [form] = formsOf(schema);
  if (form !== undefined) return inner(form);
  const { items, minItems = 0 } = schema as { items?: Schema; minItems?: number };
  switch (schema["type"]) {
    case "object": {
      const properties = (schema["properties"] ?? {}) as Readonly<Record<string, Schema>>;
      const needed = (schema["required"] ?? []) as readonly string[];
      return Object.fromEntries(needed.map((key) => [key, inner(properties[key] ?? {}, key)]));
    }
    case "array": {
      const of = SINGULARS[name] ?? name.replace(/s$/, "");
      return Array.from({ length: Math.max(1, minItems) }, () => inner(items ?? {}, of));
    }
    case "string":
      return exampleText(schema, name);
    case "integer":
    case "number":
      return Math.max(1, Number(schema["minimum"] ?? 1));
    case "boolean":
      return true;
    default:
      return null;
  }
}

function exampleText({ pattern }: Schema, name: string): string {
  if (pattern === "^[0-9a-f]{64}$") return "0".repeat(64);
  return SAMPLES[name] ?? "text";
}
