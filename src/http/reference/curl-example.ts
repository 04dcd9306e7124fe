import { API_PREFIX } from "../api-prefix.ts";
import type { Route } from "../route.ts";
import { exampleOf } from "./example-of.ts";
import type { Schema } from "./schema-fields.ts";

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
  /** From the server's address on. */
  readonly target: string;
  readonly body?: unknown;
}

export const bodyOf = ({ requestBody }: Operation): Schema | undefined =>
  requestBody?.content["application/json"]?.schema;

/** A request that the route takes. */
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
  const body = bodyOf(operation);
  return {
    target: `${API_PREFIX}${filled}${query === "" ? "" : `?${query}`}`,
    ...(body === undefined ? {} : { body: exampleOf(body, components) }),
  };
}

/** The request for a shell that knows EMEND_URL and EMEND_TOKEN. */
export function curlExample(route: Route, { target, body }: ExampleRequest): string {
  const { method, permission, media } = route;
  return [
    `curl -sS${media === undefined ? "" : "N"}`,
    ...(method === "get" || (method === "post" && body !== undefined) ? [] : [`-X ${method.toUpperCase()}`]),
    `"$EMEND_URL${target}"`,
    ...(permission === "public" ? [] : ['-H "Authorization: Bearer $EMEND_TOKEN"']),
    ...(body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d ${quoted(JSON.stringify(body))}`]),
  ].join(" \\\n  ");
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
