import { MAX_MODEL } from "../core/feedback/agent-model.ts";
import { MODEL_HEADERS } from "./model-headers.ts";
import { defined } from "../core/defined.ts";
import { z } from "zod";
import { API_PREFIX } from "./api-prefix.ts";
import { problemSchema } from "./http-problem.ts";
import { PROBLEMS } from "./problem-codes.ts";
import { problemsOf } from "./route-problems.ts";
import { type Route, takesKey } from "./route.ts";
import { SESSION_COOKIE } from "./identify.ts";

type Json = Readonly<Record<string, unknown>>;

const STATUS_DESCRIPTIONS = { 200: "Done", 201: "Made", 202: "Accepted", 204: "Done; no content" } as const;

/** The API as OpenAPI 3.1, derived from the routes alone. */
export function openApi(routes: readonly Route[], version: string): Json {
  const components = new Map<string, unknown>();
  const schemaOf = (schema: z.ZodType, io: "input" | "output"): unknown => toSchema(schema, io, components);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = `${API_PREFIX}${route.path}`;
    (paths[path] ??= {})[route.method] = operation(route, schemaOf);
  }
  const problem = schemaOf(problemSchema, "output");
  return {
    openapi: "3.1.1",
    info: {
      title: "Emend",
      version,
      description:
        "Correct an AI agent once, and it stays corrected. Errors are RFC 9457 problems with a stable `code`.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    security: [{ token: [] }, { session: [] }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: Object.fromEntries(components),
      responses: {
        Problem: {
          description: "Error; `code` says why.",
          content: { "application/problem+json": { schema: problem } },
        },
      },
      securitySchemes: {
        token: { type: "http", scheme: "bearer", bearerFormat: "emd_" },
        session: { type: "apiKey", in: "cookie", name: SESSION_COOKIE },
      },
    },
  };
}

function operation(route: Route, schemaOf: (schema: z.ZodType, io: "input" | "output") => unknown): Json {
  const { id, tag, summary, description, permission } = route;
  const parameters = [
    ...(["path", "query"] as const).flatMap((location) => {
      const fields = location === "path" ? route.params?.shape : route.query?.shape;
      return Object.entries(fields ?? {}).map(([name, field]) => {
        const { description: meaning, ...schema } = schemaOf(field as z.ZodType, "input") as Record<
          string,
          unknown
        >;
        const required = location === "path" || !(field as z.ZodType).safeParse(undefined).success;
        return { name, in: location, required, ...defined({ description: meaning }), schema };
      });
    }),
    ...(route.takesModel === true
      ? Object.values(MODEL_HEADERS).map(({ name, description: meaning }) => ({
          name,
          in: "header",
          required: false,
          description: meaning,
          schema: { type: "string", maxLength: MAX_MODEL },
        }))
      : []),
    ...(takesKey(route)
      ? [
          {
            name: "Idempotency-Key",
            in: "header",
            required: false,
            description: "Requests with the same key are carried out once; keys are kept for a day.",
            schema: { type: "string", minLength: 1, maxLength: 255 },
          },
        ]
      : []),
  ];
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...defined({ description }),
    "x-permission": permission,
    ...(permission === "public" ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { "application/json": { schema: schemaOf(route.body, "input") } },
          },
        }),
    responses: { ...successes(route, schemaOf), ...refusals(route) },
  };
}

function successes(
  route: Route,
  schemaOf: (schema: z.ZodType, io: "input" | "output") => unknown,
): Record<string, unknown> {
  const responses = Object.entries(route.responses).map(([status, schema]): readonly [string, unknown] => [
    status,
    {
      description: STATUS_DESCRIPTIONS[Number(status) as 200],
      ...(schema === null
        ? {}
        : {
            content: {
              [route.media ?? "application/json"]: { schema: schemaOf(schema, "output") },
            },
          }),
    },
  ]);
  if (route.method === "get")
    responses.push(["304", { description: "Not modified: the tag in If-None-Match is still current" }]);
  return Object.fromEntries(responses);
}

function refusals(route: Route): Record<string, unknown> {
  const byStatus = Map.groupBy(problemsOf(route), (code) => PROBLEMS[code].status);
  return Object.fromEntries(
    [...byStatus]
      .toSorted(([a], [b]) => a - b)
      .map(([status, each]) => [
        String(status),
        {
          description: each.map((code) => `\`${code}\`: ${PROBLEMS[code].title}`).join("; "),
          content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
        },
      ]),
  );
}

/** Converts a schema, and moves its named parts to the components. */
function toSchema(schema: z.ZodType, io: "input" | "output", components: Map<string, unknown>): unknown {
  const converted = z.toJSONSchema(schema, { target: "draft-2020-12", io, unrepresentable: "any" });
  const { $schema: _dialect, $defs, ...root } = converted;
  const names = new Map<string, string>();
  const defs = Object.entries(($defs ?? {}) as Record<string, Json>);
  // A schema may be stricter for requests than for responses.
  for (const [name] of defs) names.set(name, io === "input" ? `${name}Input` : name);
  const rename = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rename);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => key !== "id" || typeof (value as Json)["id"] !== "string")
        .map(([key, inner]) =>
          key === "$ref" && typeof inner === "string"
            ? [
                key,
                inner === "#"
                  ? inner
                  : inner.replace(
                      /^#\/\$defs\/(.+)$/,
                      (_all, name: string) => `#/components/schemas/${names.get(name) ?? name}`,
                    ),
              ]
            : // An example is a value, not a part of the schema.
              [key, key === "examples" ? inner : rename(inner)],
        ),
    );
  };
  for (const [name, def] of defs) components.set(names.get(name)!, rename(def));
  const id = (root as Json)["id"];
  if (typeof id !== "string") return rename(root);
  const name = io === "input" ? `${id}Input` : id;
  components.set(name, rename(root));
  return { $ref: `#/components/schemas/${name}` };
}
