import { defined } from "../../core/defined.ts";
import { pageAnswer } from "../../core/page.ts";
import { z } from "zod";
import { newTokenSchema } from "../../core/access/issue-token.ts";
import { loginUsed } from "../../core/access/token.ts";
import { ROLES } from "../../core/access/permission.ts";
import { idField, pageSchema, pageQuery, timeField } from "../fields.ts";
import { valueOrProblem } from "../http-problem.ts";
import { respond, routesOf, type Route } from "../route.ts";

const route = routesOf("tokens");

const token = z
  .object({
    id: z.string(),
    name: z.string(),
    role: z.enum(ROLES),
    agent: z.string().optional(),
    created_at: timeField,
    created_by: z.string(),
    expires_at: timeField,
    revoked_at: timeField.optional(),
    revoked_by: z.string().optional(),
    last_used_at: timeField.optional(),
    issued_with: z
      .string()
      .optional()
      .describe("How its issuer was logged in: a token, `provider` or `command`."),
  })
  .meta({ id: "Token" });

export const TOKEN_ROUTES: readonly Route[] = [
  route("GET /tokens", {
    id: "listTokens",
    summary: "List tokens, newest first, without their secrets",
    permission: "administer",
    query: z.strictObject(pageQuery),
    responses: { 200: pageSchema(token) },
    problems: ["invalid_cursor"],
    handle: async ({ query }, { store }) => respond(200, pageAnswer(await store.tokens.list(defined(query)))),
  }),
  route("POST /tokens", {
    id: "createToken",
    summary: "Create a token; its text is only returned once",
    permission: "administer",
    secretResponse: true,
    body: newTokenSchema.meta({ examples: [{ name: "ana", role: "reviewer" }] }),
    responses: { 201: z.object({ token, text: z.string() }) },
    problems: ["invalid_token_request", "name_looks_like_another", "name_erased"],
    handle: async ({ body, principal }, { access }) =>
      respond(
        201,
        valueOrProblem(await access.issueToken(defined(body), principal.id, loginUsed(principal))),
      ),
  }),
  route("POST /tokens/{token_id}/revoke", {
    id: "revokeToken",
    summary: "Revoke a token and end every login made with it",
    description: "Immediately on this server, within 5 seconds on others.",
    permission: "administer",
    params: z.strictObject({ token_id: idField }),
    responses: { 200: token },
    problems: ["token_not_found"],
    handle: async ({ params, principal }, { access }) =>
      respond(200, valueOrProblem(await access.revokeToken(params.token_id, principal.id)).token),
  }),
];
