import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";

type Json = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required?: boolean;
  readonly schema: Json;
}

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { readonly schema: Json }>>;
  };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Json }>> }>
  >;
}

interface Slice {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>>; readonly schemas: Json };
}

const slice = JSON.parse(
  readFileSync(new URL("fixtures/github-openapi.json", import.meta.url), "utf8"),
) as Slice;

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);

const compiled = new Map<Json, ValidateFunction>();

function complaints(schema: Json, value: unknown, where: string): readonly string[] {
  let validate = compiled.get(schema);
  if (validate === undefined) {
    validate = ajv.compile({ ...schema, components: slice.components });
    compiled.set(schema, validate);
  }
  if (validate(value)) return [];
  return (validate.errors ?? []).map((error) => `${where}${error.instancePath} ${error.message}`);
}

/** One operation of GitHub's description that a request fits, with what its path names. */
export interface MatchedOperation {
  readonly id: string;
  readonly operation: Operation;
  readonly path: Readonly<Record<string, string>>;
}

export function matchOperation(method: string, pathname: string): MatchedOperation | undefined {
  for (const [template, operations] of Object.entries(slice.paths)) {
    const operation = operations[method.toLowerCase()];
    const path = operation === undefined ? undefined : matchPath(template, pathname);
    if (operation !== undefined && path !== undefined) return { id: operation.operationId, operation, path };
  }
  return undefined;
}

function matchPath(template: string, pathname: string): Record<string, string> | undefined {
  const wanted = template.split("/");
  const given = pathname.split("/");
  if (wanted.length !== given.length) return undefined;
  const found: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index]!;
    if (part.startsWith("{")) found[part.slice(1, -1)] = decodeURIComponent(value);
    else if (part !== value) return undefined;
  }
  return found;
}

/** Everything in which a request differs from the description. */
export function requestComplaints(
  { id, operation, path }: MatchedOperation,
  query: URLSearchParams,
  body: unknown,
): readonly string[] {
  const parameters = operation.parameters.map((parameter) =>
    "$ref" in parameter
      ? slice.components.parameters[parameter.$ref.replace("#/components/parameters/", "")]!
      : parameter,
  );
  const found: string[] = [];
  const known = new Set(parameters.filter((one) => one.in === "query").map(({ name }) => name));
  for (const name of query.keys()) if (!known.has(name)) found.push(`${id}: unknown query parameter ${name}`);
  for (const parameter of parameters) {
    const given = parameter.in === "path" ? path[parameter.name] : (query.get(parameter.name) ?? undefined);
    if (given === undefined) {
      if (parameter.required === true) found.push(`${id}: ${parameter.name} is missing`);
      continue;
    }
    const isNumber = parameter.schema["type"] === "integer" && /^\d+$/.test(given);
    found.push(...complaints(parameter.schema, isNumber ? Number(given) : given, `${id}: ${parameter.name}`));
  }
  const schema = operation.requestBody?.content["application/json"]?.schema;
  if (schema === undefined) {
    if (body !== undefined) found.push(`${id}: takes no body`);
    return found;
  }
  if (body === undefined && operation.requestBody?.required !== true) return found;
  return [...found, ...complaints(schema, body, `${id}: body`), ...unknownKeys(schema, body, `${id}: body`)];
}

/** The description allows keys that GitHub itself refuses as not permitted. */
function unknownKeys(schema: Json, value: unknown, where: string): readonly string[] {
  if (Array.isArray(value)) {
    const items = (schema["items"] ?? {}) as Json;
    return value.flatMap((entry, index) => unknownKeys(items, entry, `${where}[${index}]`));
  }
  const properties = schema["properties"] as Readonly<Record<string, Json>> | undefined;
  if (typeof value !== "object" || value === null || properties === undefined) return [];
  return Object.entries(value).flatMap(([key, entry]) =>
    properties[key] === undefined
      ? [`${where}: ${key} is no key of it`]
      : unknownKeys(properties[key], entry, `${where}.${key}`),
  );
}

/** Everything in which an answer of the test's own server differs from the description. */
export function answerComplaints(
  { id, operation }: MatchedOperation,
  status: number,
  answer: unknown,
): readonly string[] {
  const schema = operation.responses[String(status)]?.content?.["application/json"]?.schema;
  if (schema === undefined) return [`${id}: no answer ${status} is described`];
  return complaints(schema, answer, `${id}: answer`);
}
