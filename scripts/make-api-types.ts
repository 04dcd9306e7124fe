// Writes web/src/api/contract.ts from the table of routes: the types and addresses that the web app talks to the server by.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { openApi } from "../src/http/openapi.ts";
import { ROUTES } from "../src/http/routes.ts";

type Json = Readonly<Record<string, unknown>>;

/** A JSON Schema as a TypeScript type. */
function typeOf(schema: unknown): string {
  if (typeof schema !== "object" || schema === null) return "unknown";
  const json = schema as Json;
  if (typeof json["$ref"] === "string") return `Schemas[${JSON.stringify(json["$ref"].split("/").at(-1))}]`;
  if ("const" in json) return JSON.stringify(json["const"]);
  if (Array.isArray(json["enum"])) return union(json["enum"].map((each) => JSON.stringify(each)));
  for (const key of ["anyOf", "oneOf"]) {
    if (Array.isArray(json[key])) return union(json[key].map(typeOf));
  }
  if (Array.isArray(json["allOf"])) return json["allOf"].map(typeOf).join(" & ");
  const { type } = json;
  if (Array.isArray(type)) return union(type.map((each: unknown) => typeOf({ ...json, type: each })));
  switch (type) {
    case "string":
      return "string";
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    case "null":
      return "null";
    case "array":
      return `readonly ${grouped(typeOf(json["items"]))}[]`;
    case "object":
      return objectType(json);
    default:
      return "unknown";
  }
}

function objectType(json: Json): string {
  const required = new Set((json["required"] as readonly string[] | undefined) ?? []);
  const fields = Object.entries((json["properties"] ?? {}) as Json).map(
    ([name, field]) => `readonly ${JSON.stringify(name)}${required.has(name) ? "" : "?"}: ${typeOf(field)};`,
  );
  const more = json["additionalProperties"];
  if (fields.length === 0)
    return `Readonly<Record<string, ${typeof more === "object" ? typeOf(more) : "unknown"}>>`;
  return `{ ${fields.join(" ")} }`;
}

const union = (types: readonly string[]): string => [...new Set(types)].join(" | ") || "never";
const grouped = (type: string): string => (/[|&]/.test(type) ? `(${type})` : type);

/** The text of the file. */
export function apiTypes(): string {
  const contract = openApi(ROUTES, "0");
  const { schemas } = contract["components"] as { readonly schemas: Json };
  const lines = [
    "// Made by `node scripts/make-api-types.ts` from the table of routes; a test says when it is out of date.",
    "",
    "export interface Schemas {",
    ...Object.entries(schemas).map(([name, schema]) => `  readonly ${name}: ${typeOf(schema)};`),
    "}",
    "",
    "export interface Operations {",
  ];
  const endpoints: string[] = [];
  for (const [path, operations] of Object.entries(contract["paths"] as Json)) {
    for (const [method, operation] of Object.entries(operations as Json)) {
      const {
        operationId,
        parameters = [],
        requestBody,
        responses,
      } = operation as {
        readonly operationId: string;
        readonly parameters?: readonly { name: string; in: string; required: boolean; schema: unknown }[];
        readonly requestBody?: { readonly content: Json };
        readonly responses: Json;
      };
      const part = (place: string): string => {
        const fields = parameters
          .filter((each) => each.in === place)
          .map(
            ({ name, required, schema }) =>
              `readonly ${JSON.stringify(name)}${required ? "" : "?"}: ${typeOf(schema)}${required ? "" : " | undefined"};`,
          );
        return fields.length === 0 ? "undefined" : `{ ${fields.join(" ")} }`;
      };
      const body =
        requestBody === undefined
          ? "undefined"
          : typeOf((Object.values(requestBody.content)[0] as Json)["schema"]);
      const answers = Object.entries(responses)
        .filter(([status]) => status.startsWith("2"))
        .map(
          ([, response]) =>
            Object.values(((response as Json)["content"] ?? {}) as Json)[0] as Json | undefined,
        )
        .map((content) => (content === undefined ? "null" : typeOf(content["schema"])));
      lines.push(
        `  readonly ${operationId}: { readonly params: ${part("path")}; readonly query: ${part("query")}; readonly body: ${body}; readonly answer: ${union(answers)} };`,
      );
      endpoints.push(`  ${operationId}: [${JSON.stringify(method.toUpperCase())}, ${JSON.stringify(path)}],`);
    }
  }
  return `${[...lines, "}", "", "/** The method and address of each operation. */", "export const ENDPOINTS = {", ...endpoints, "} as const satisfies Record<keyof Operations, readonly [string, string]>;"].join("\n")}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(fileURLToPath(new URL("../web/src/api/contract.ts", import.meta.url)), apiTypes());
}
