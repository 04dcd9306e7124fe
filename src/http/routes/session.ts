import { z } from "zod";
import { PERMISSIONS, permissionsOf, ROLES } from "../../core/access/permission.ts";
import type { Principal } from "../../core/access/token.ts";
import { valueOrProblem } from "../http-problem.ts";
import { csrfToken } from "../identify.ts";
import { respond, routesOf, type Route } from "../route.ts";
import { ACCESS_PROBLEMS } from "../route-problems.ts";

const route = routesOf("session");

export const sessionSchema = z
  .object({
    id: z.string(),
    role: z.enum(ROLES),
    agent: z.string().nullable(),
    permissions: z.array(z.enum(PERMISSIONS)),
    csrf: z
      .string()
      .nullable()
      .describe(
        "What a page sends as x-emend-csrf with every change; null for a token, which does not need it.",
      ),
    version: z.string(),
  })
  .meta({ id: "Session" });

export const toSession = (principal: Principal, csrf: string | null, version: string) => ({
  id: principal.id,
  role: principal.role,
  agent: principal.agent ?? null,
  permissions: [...permissionsOf(principal.role)],
  csrf,
  version,
});

export const SESSION_ROUTES: readonly Route[] = [
  route("GET /session/methods", {
    id: "listLoginMethods",
    summary: "Get how people can log in",
    permission: "public",
    responses: {
      200: z.object({
        token: z.literal(true),
        oidc: z
          .object({
            name: z.string().describe("The provider's host, for the label of the login button."),
          })
          .nullable()
          .describe("If present, the login starts at /login/oidc?return_to=/path."),
      }),
    },
    handle: async (_request, { providerLogin }) =>
      respond(200, { token: true, oidc: providerLogin === undefined ? null : { name: providerLogin.name } }),
  }),
  route("POST /session", {
    id: "logIn",
    summary: "Log a browser in with a token",
    permission: "public",
    secretResponse: true,
    body: z.strictObject({ token: z.string().min(1).max(500) }),
    responses: { 200: sessionSchema },
    problems: ACCESS_PROBLEMS,
    handle: async ({ body, guard }, context) => {
      const opened = valueOrProblem(await guard(() => context.access.openSession({ token: body.token })));
      const csrf = csrfToken(opened.secret, context);
      return respond(200, toSession(opened.session.principal, csrf, context.version), {
        session: opened.secret,
      });
    },
  }),
  route("GET /session", {
    id: "getSession",
    summary: "Get the current user and their permissions",
    permission: "ask",
    responses: { 200: sessionSchema },
    handle: async ({ principal, sessionSecret }, context) => {
      const csrf =
        principal.kind === "session" && sessionSecret !== undefined
          ? csrfToken(sessionSecret, context)
          : null;
      return respond(200, toSession(principal, csrf, context.version));
    },
  }),
  route("DELETE /session", {
    id: "logOut",
    summary: "Log the browser out",
    permission: "ask",
    responses: { 204: null },
    handle: async ({ sessionSecret }, { access }) => {
      if (sessionSecret !== undefined) await access.closeSession(sessionSecret);
      return respond(204, null, { session: null });
    },
  }),
];
