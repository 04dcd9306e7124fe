import { z } from "zod";
import { type Invitation, newInvitationSchema } from "../../core/access/invitation.ts";
import { loginUsed } from "../../core/access/token.ts";
import { defined } from "../../core/defined.ts";
import { pageAnswer } from "../../core/page.ts";
import { idField, pageSchema, timeField } from "../fields.ts";
import { valueOrProblem } from "../http-problem.ts";
import { csrfToken } from "../identify.ts";
import type { ProblemCode } from "../problem-codes.ts";
import { respond, routesOf, type Route } from "../route.ts";
import { ACCESS_PROBLEMS } from "../route-problems.ts";
import { sessionSchema, toSession } from "./session.ts";

const route = routesOf("people");

const shownFields = {
  name: z.string().describe("The name under which the person's actions will be recorded."),
  role: newInvitationSchema.shape.role,
  created_by: z.string(),
  expires_at: timeField,
};

const invitation = z
  .object({ id: z.string(), ...shownFields, created_at: timeField })
  .meta({ id: "Invitation" });

/** Without how the inviter was logged in. */
const toInvitation = ({ issued_with: _issuedWith, ...shown }: Invitation) => shown;

const secretBody = z.strictObject({
  secret: z.string().min(1).max(500).describe("What follows # in the invitation's link."),
});

const SECRET_PROBLEMS: readonly ProblemCode[] = ["unknown_invitation", "invitation_expired"];
const NAME_PROBLEMS: readonly ProblemCode[] = ["name_looks_like_another", "name_erased"];

/** People are invited by a link that works once and expires. */
export const INVITATION_ROUTES: readonly Route[] = [
  route("GET /invitations", {
    id: "listInvitations",
    summary: "List invitations that nobody has accepted yet, newest first, without their secrets",
    permission: "administer",
    responses: { 200: pageSchema(invitation) },
    handle: async (_request, { store }) =>
      respond(200, pageAnswer({ items: (await store.invitations.list()).map(toInvitation) })),
  }),
  route("POST /invitations", {
    id: "invitePerson",
    summary: "Invite a person by a link that works once",
    description:
      "The link is the server's address followed by /invite# and the secret, which is only returned once.",
    permission: "administer",
    secretResponse: true,
    body: newInvitationSchema.meta({ examples: [{ name: "cleo", role: "reviewer" }] }),
    responses: { 201: z.object({ invitation, secret: z.string() }) },
    problems: ["invalid_invitation", ...NAME_PROBLEMS],
    handle: async ({ body, principal }, { emend }) => {
      const made = await emend.invitations.invite(defined(body), principal.id, loginUsed(principal));
      const { invitation: invited, secret } = valueOrProblem(made);
      return respond(201, { invitation: toInvitation(invited), secret });
    },
  }),
  route("POST /invitations/{invitation_id}/withdraw", {
    id: "withdrawInvitation",
    summary: "Withdraw an invitation that nobody has accepted",
    permission: "administer",
    params: z.strictObject({ invitation_id: idField }),
    responses: { 200: invitation },
    problems: ["invitation_not_found"],
    handle: async ({ params, principal }, { emend }) => {
      const withdrawn = await emend.invitations.withdraw(params.invitation_id, principal.id);
      return respond(200, toInvitation(valueOrProblem(withdrawn)));
    },
  }),
  route("POST /invitations/look", {
    id: "lookAtInvitation",
    summary: "Get an invitation by its secret, without using it up",
    permission: "public",
    secretResponse: true,
    body: secretBody,
    responses: { 200: z.object(shownFields) },
    problems: SECRET_PROBLEMS,
    handle: async ({ body, guard }, { emend }) => {
      const found = valueOrProblem(await guard(() => emend.invitations.find(body.secret)));
      const { name, role, created_by, expires_at } = found;
      return respond(200, { name, role, created_by, expires_at });
    },
  }),
  route("POST /invitations/accept", {
    id: "acceptInvitation",
    summary: "Accept an invitation: logs the browser in and returns the person's token, once",
    permission: "public",
    secretResponse: true,
    body: secretBody,
    responses: {
      200: z.object({
        session: sessionSchema,
        token: z.string().describe("For logging in elsewhere, or after this login has ended."),
        token_expires_at: timeField,
      }),
    },
    problems: [...SECRET_PROBLEMS, ...NAME_PROBLEMS, ...ACCESS_PROBLEMS, "invalid_token_request"],
    handle: async ({ body, guard }, context) => {
      const { token, text } = valueOrProblem(
        await guard(() => context.emend.invitations.accept(body.secret)),
      );
      const opened = valueOrProblem(await context.access.openSession({ token: text }));
      const csrf = csrfToken(opened.secret, context);
      return respond(
        200,
        {
          session: toSession(opened.session.principal, csrf, context.version),
          token: text,
          token_expires_at: token.expires_at,
        },
        { session: opened.secret },
      );
    },
  }),
];
