import { z } from "zod";
import type { AuditAct, Digest } from "../audit/audit-entry.ts";
import { defined } from "../defined.ts";
import { fail, ok, type Result } from "../result.ts";
import { hoursAfter } from "../time/time.ts";
import { holderName, invalidRequest, type IssueContext, type TokenProblem } from "./issue-token.ts";
import { PEOPLES_ROLES } from "./permission.ts";
import { SECRET_BYTES } from "./token.ts";

const INVITATION_HOURS = 72;
const MAX_INVITATION_HOURS = 720;

/** Lets one person in, once, until it expires. The link's secret is stored as a hash. Times are UTC. */
export interface Invitation {
  readonly id: string;
  /** The name under which the person's actions will be recorded. */
  readonly name: string;
  readonly role: (typeof PEOPLES_ROLES)[number];
  readonly created_at: string;
  readonly created_by: string;
  readonly expires_at: string;
  /** How its issuer was logged in, as for tokens. */
  readonly issued_with?: string;
}

/** A request for an invitation. */
export const newInvitationSchema = z.strictObject({
  name: holderName,
  role: z.enum(PEOPLES_ROLES),
  expires_in_hours: z
    .int()
    .min(1)
    .max(MAX_INVITATION_HOURS)
    .optional()
    .describe("How long the link works, from an hour to 30 days (default: 3 days)."),
});

export interface MadeInvitation {
  readonly invitation: Invitation;
  /** The last part of the link, only for the person who is invited. */
  readonly secret: string;
  readonly hash: string;
}

export function createInvitation(
  input: unknown,
  { now, by, issuedWith, random, hash }: IssueContext,
): Result<MadeInvitation, TokenProblem<"invalid_invitation">> {
  const read = newInvitationSchema.safeParse(input);
  if (!read.success) return fail(invalidRequest("invalid_invitation", read.error, "invitation"));
  const { name, role, expires_in_hours = INVITATION_HOURS } = read.data;
  const secret = random(SECRET_BYTES);
  const invitation: Invitation = {
    id: invitationId(random, hash),
    name,
    role,
    created_at: now,
    created_by: by,
    expires_at: hoursAfter(now, expires_in_hours),
    ...defined({ issued_with: issuedWith }),
  };
  return ok({ invitation, secret, hash: hash(secret) });
}

const invitationId = (random: (bytes: number) => string, hash: Digest): string =>
  `inv_${hash(random(SECRET_BYTES)).slice(0, 16)}`;

/** Why an invitation cannot be accepted. The message contains no secret. */
export interface InvitationRefusal {
  readonly code: "unknown_invitation" | "invitation_expired";
  readonly message: string;
}

/** Whether an invitation that was found can still be accepted. */
export function checkInvitation(
  invitation: Invitation | undefined,
  now: string,
): Result<Invitation, InvitationRefusal> {
  if (invitation === undefined) return fail(unknownInvitation());
  if (now < invitation.expires_at) return ok(invitation);
  const message = `the invitation expired at ${invitation.expires_at}; ask ${invitation.created_by} for a new one`;
  return fail({ code: "invitation_expired", message });
}

export const unknownInvitation = (): InvitationRefusal => ({
  code: "unknown_invitation",
  message: "the invitation was already used, was withdrawn, has expired or is incomplete; ask for a new one",
});

const actOf = (action: string, actor: string, { id, name, role, expires_at }: Invitation): AuditAct => ({
  actor,
  action,
  subject: id,
  detail: { name, role, expires_at },
});

/** The audit entries of an invitation, without its secret. */
export const invitedAct = (invitation: Invitation): AuditAct =>
  actOf("invitation.created", invitation.created_by, invitation);
export const acceptedAct = (invitation: Invitation): AuditAct =>
  actOf("invitation.accepted", invitation.name, invitation);
export const withdrawnAct = (invitation: Invitation, by: string): AuditAct =>
  actOf("invitation.withdrawn", by, invitation);
