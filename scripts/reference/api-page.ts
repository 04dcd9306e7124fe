import { z } from "zod";
import { permissionsOf, PERMISSIONS, type Permission, ROLES } from "../../src/core/access/permission.ts";
import { openApi } from "../../src/http/openapi.ts";
import { PROBLEMS, type ProblemCode } from "../../src/http/problem-codes.ts";
import { bodyOf, type Operation } from "../../src/http/reference/curl-example.ts";
import { fieldsOf, type Schema } from "../../src/http/reference/schema-table.ts";
import { problemsOf } from "../../src/http/route-problems.ts";
import { type Route, takesKey } from "../../src/http/route.ts";
import { ROUTES } from "../../src/http/routes.ts";
import { anchor, code, opening, table } from "./markdown.ts";
import { type FieldLine, lineOf, saidOf, schemaHeading, typeOf } from "./schema-lines.ts";

const PERMISSION_WORDS: Readonly<Record<Permission, string>> = {
  ask: "get rules, mistakes and the like; an agent's token only for its own agent",
  record: "record feedback and submit work; an agent's token only for its own agent",
  read: "read everything except the audit log",
  decide: "decide submissions, propose rules, resolve feedback, merge and split clusters",
  approve: "approve, reject, change and retire rules; run rollouts",
  audit: "read the audit log",
  administer: "issue and revoke tokens, replay dead letters, test webhooks",
};

interface ContractDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Every route with who may, what it takes, what it answers and what it refuses with. */
export function apiPage(): string {
  const { paths, components } = openApi(ROUTES, "0") as unknown as ContractDocument;
  const groups = [...Map.groupBy(ROUTES, ({ tag }) => tag)];
  return [
    ...opening("The API", "the table of routes"),
    "A server has the same page at `/docs`, with curl examples, and OpenAPI 3.1 at `/openapi.json`. Paths are relative to",
    "`/api/v1`. [Your own agent](../guides/own-agent-api.md) shows the first requests.",
    "",
    "- Requests need `Authorization: Bearer emd_…`. Requests and responses are JSON in UTF-8.",
    "- Lists are paged: pass the `next` of one page as `after` to get the following one; it is `null` on the last.",
    "- Errors are RFC 9457 problems (`application/problem+json`) with a stable `code`.",
    `- Any request can fail with ${[...USUAL].map(code).join(", ")}.`,
    "- Operations marked *key* accept `Idempotency-Key`: repeated requests are carried out once; keys are kept for a day.",
    "",
    "## Who may",
    "",
    ...table(
      ["permission", "lets", ...ROLES],
      PERMISSIONS.map((each) => [
        code(each),
        PERMISSION_WORDS[each],
        ...ROLES.map((role) => (permissionsOf(role).includes(each) ? "yes" : "")),
      ]),
    ),
    "`public` needs no token.",
    "",
    "## Operations",
    "",
    ...groups.map(
      ([tag, routes]) =>
        `- ${tag}: ${routes.map((each) => `[${each.id}](#${anchor(headingOf(each))})`).join(", ")}`,
    ),
    "",
    ...groups.flatMap(([tag, routes]) => [
      `## ${tag}`,
      "",
      ...routes.flatMap((route) => operationLines(route, paths[`/api/v1${route.path}`]![route.method]!)),
    ]),
    "## Named schemas",
    "",
    ...Object.entries(components.schemas)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([name, schema]) => [
        `### ${schemaHeading(name)}`,
        "",
        ...(typeof schema["description"] === "string" ? [schema["description"], ""] : []),
        ...fieldTable(schema),
      ]),
    "## Problem codes",
    "",
    ...table(
      ["code", "status", "means"],
      Object.entries(PROBLEMS).map(([name, { status, title }]) => [code(name), String(status), title]),
    ),
  ]
    .join("\n")
    .replace(/\n+$/, "\n");
}

const headingOf = ({ method, path }: Route): string => `${method.toUpperCase()} ${path}`;

function operationLines(route: Route, operation: Operation): readonly string[] {
  const body = bodyOf(operation);
  const parameters = (operation.parameters ?? [])
    .filter(({ in: place }) => place !== "header")
    .map(({ name, in: place, schema, required, description }) => {
      const line = lineOf({ name: `${name} (${place})`, schema, required });
      return { ...line, says: saidOf([description, line.says]) };
    });
  const fields = body === undefined ? [] : fieldsOf(body).map(lineOf);
  const named = body !== undefined && fields.length === 0 ? [`Body: ${typeOf(body)}.`, ""] : [];
  return [
    `### ${headingOf(route)}`,
    "",
    `${route.summary} (${code(route.id)}).${route.description === undefined ? "" : ` ${route.description}`}`,
    "",
    `Permission: ${code(route.permission)}${takesKey(route) ? " · key" : ""}`,
    "",
    ...rowsOf([...parameters, ...fields]),
    ...named,
    `Answers: ${answersOf(operation)}.`,
    "",
    ...refusalsOf(route),
  ];
}

const rowsOf = (fields: readonly FieldLine[], head = "takes"): readonly string[] =>
  table(
    [head, "type", "says"],
    fields.map(({ name, type, required, says }) => [
      `${code(name)}${required ? "" : ", optional"}`,
      type,
      says,
    ]),
  );

function fieldTable(schema: Schema): readonly string[] {
  const fields = fieldsOf(schema).map(lineOf);
  return fields.length === 0 ? [`${typeOf(schema)}.`, ""] : rowsOf(fields, "field");
}

/** Each success with what it brings; the fields of an answer without a name are told by theirs. */
const answersOf = ({ responses }: Operation): string =>
  Object.entries(responses)
    .filter(([status]) => status.startsWith("2"))
    .map(([status, { content }]) => {
      const [media, told] = Object.entries(content ?? {})[0] ?? [];
      if (told === undefined) return `${status}, nothing`;
      const kind = media === "application/json" ? "" : ` (${code(media!)})`;
      const inner = (told.schema["properties"] ?? {}) as Readonly<Record<string, Schema>>;
      const fields = Object.entries(inner).map(([name, field]) => `${code(name)} ${typeOf(field)}`);
      return `${status}${kind}, ${fields.length === 0 ? typeOf(told.schema) : fields.join(", ")}`;
    })
    .join(" · ");

/** What is not refused by every route. */
function refusalsOf(route: Route): readonly string[] {
  const own = problemsOf(route).filter((each) => !USUAL.has(each));
  return own.length === 0 ? [] : [`Refuses with: ${own.map(code).join(", ")}.`, ""];
}

/** Told once: they follow from what a request is, not from what it asks. */
const USUAL: ReadonlySet<ProblemCode> = new Set(
  problemsOf({
    id: "any",
    method: "post",
    path: "/",
    tag: "any",
    summary: "A request that takes everything",
    permission: "ask",
    params: z.strictObject({}),
    body: z.unknown(),
    answers: {},
    handle: () => Promise.reject(new Error("not asked")),
  }),
);
