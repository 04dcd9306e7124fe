import { permissionsOf, PERMISSIONS, type Permission, ROLES } from "../../src/core/access/permission.ts";
import { openApi } from "../../src/http/openapi.ts";
import {
  appendixBlocks,
  type Block,
  type ContractDocument,
  operationBlocks,
  COMMON_PROBLEMS,
  permissionText,
} from "./reference-blocks.ts";
import type { Route } from "../../src/http/route.ts";
import { ROUTES } from "../../src/http/routes.ts";
import { anchor, code, fence, opening, table } from "./markdown.ts";

const PERMISSION_TEXTS: Readonly<Record<Permission, string>> = {
  ask: "get rules, mistakes and the like; an agent's token only for its own agent",
  record: "record feedback and submit work; an agent's token only for its own agent",
  read: "read everything except the audit log",
  decide: "decide submissions, propose rules, resolve feedback, merge and split clusters",
  approve: "approve, reject, change and retire rules; run rollouts",
  audit: "read the audit log",
  administer: "issue and revoke tokens, replay dead letters, test webhooks",
};

/** Paths outside the API. */
const OTHER_PATHS: readonly (readonly [address: string, what: string])[] = [
  ["`/openapi.json`", "this contract as OpenAPI 3.1, for generators of clients"],
  ["`/mcp`", "the Model Context Protocol over HTTP, for agents; uses the same tokens as the API"],
  ["`/webhooks/github`", "receives GitHub's events, if `github.webhook_secret` is set"],
  ["`/metrics`", "for Prometheus; needs a token with the role reviewer or above"],
  ["`/healthz`, `/readyz`", "liveness and readiness; no token needed"],
  ["`/login`", "logs a browser in with the link printed in the terminal"],
  ["`/docs`", "this documentation; no token needed"],
];

/** Every route with its permission, parameters, responses and errors. */
export function apiPage(): string {
  const { paths, components } = openApi(ROUTES, "0") as unknown as ContractDocument;
  const groups = [...Map.groupBy(ROUTES, ({ tag }) => tag)];
  return [
    ...opening("The API", "the table of routes"),
    "Paths are relative to `/api/v1`. [Your own agent](../guides/own-agent-api.md) shows the first requests, and a server has",
    "the same contract as OpenAPI 3.1 at `/openapi.json`. The examples take the server's address and the token from two variables:",
    "",
    ...fence("sh", "export EMEND_URL='http://localhost:4180'\nexport EMEND_TOKEN='emd_…'"),
    "- Every request except the public ones needs a token, which an administrator creates with `emend tokens create`.",
    "- Requests and responses are JSON in UTF-8.",
    "- Lists are paged: pass the `next` of one page as `after` to get the following one; it is `null` on the last.",
    "- Errors are RFC 9457 problems (`application/problem+json`) with a stable `code`.",
    `- Any request can fail with ${[...COMMON_PROBLEMS].map(code).join(", ")}.`,
    "- With `Idempotency-Key`, a repeated request is carried out once. `If-None-Match` avoids reading unchanged data, and",
    "  `If-Match` avoids overwriting somebody else's change.",
    "- A logged-in browser sends `x-emend-csrf` with every change; programs use tokens and do not need it.",
    "",
    "## Permissions",
    "",
    ...table(
      ["permission", "allows", ...ROLES],
      PERMISSIONS.map((each) => [
        code(each),
        PERMISSION_TEXTS[each],
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
      ...routes.flatMap((route) => [
        `### ${headingOf(route)}`,
        "",
        `${route.summary} (${code(route.id)}). ${permissionText(route)}`,
        "",
        ...operationBlocks(route, paths[`/api/v1${route.path}`]![route.method]!, components.schemas).flatMap(
          linesOf,
        ),
      ]),
    ]),
    ...appendixBlocks(components.schemas).flatMap(linesOf),
    "## Beside the API",
    "",
    ...table(
      ["address", "is"],
      OTHER_PATHS.map(([address, what]) => [address, what]),
    ),
  ]
    .join("\n")
    .replace(/\n+$/, "\n");
}

const headingOf = ({ method, path }: Route): string => `${method.toUpperCase()} ${path}`;

function linesOf(block: Block): readonly string[] {
  switch (block.kind) {
    case "heading":
      return [`${"#".repeat(block.level)} ${block.text}`, ""];
    case "text":
      return [escaped(block.text), ""];
    case "code":
      return fence("sh", block.text);
    case "table":
      return table(
        block.head,
        block.rows.map((cells) => cells.map(escaped)),
      );
  }
}

/** Text outside code, where Markdown would take "<" for a tag. */
const escaped = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll("<", "&lt;")))
    .join("");
