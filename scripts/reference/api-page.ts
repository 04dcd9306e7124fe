import { permissionsOf, PERMISSIONS, type Permission, ROLES } from "../../src/core/access/permission.ts";
import { openApi } from "../../src/http/openapi.ts";
import {
  appendixBlocks,
  type Block,
  type ContractDocument,
  operationBlocks,
  COMMON_PROBLEMS,
  permissionText,
} from "../../src/http/reference/reference-blocks.ts";
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

/** Every route with its permission, parameters, responses and errors. */
export function apiPage(): string {
  const { paths, components } = openApi(ROUTES, "0") as unknown as ContractDocument;
  const groups = [...Map.groupBy(ROUTES, ({ tag }) => tag)];
  return [
    ...opening("The API", "the table of routes"),
    "A server has the same page at `/docs`, and OpenAPI 3.1 at `/openapi.json`. Paths are relative to",
    "`/api/v1`. [Your own agent](../guides/own-agent-api.md) shows the first requests.",
    "",
    "- Requests need `Authorization: Bearer emd_…`. Requests and responses are JSON in UTF-8.",
    "- Lists are paged: pass the `next` of one page as `after` to get the following one; it is `null` on the last.",
    "- Errors are RFC 9457 problems (`application/problem+json`) with a stable `code`.",
    `- Any request can fail with ${[...COMMON_PROBLEMS].map(code).join(", ")}.`,
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
      return [block.text, ""];
    case "code":
      return fence("sh", block.text);
    case "table":
      return table(block.head, block.rows);
  }
}
