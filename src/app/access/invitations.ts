import {
  checkInvitation,
  createInvitation,
  type Invitation,
  type InvitationRefusal,
  type MadeInvitation,
  unknownInvitation,
} from "../../core/access/invitation.ts";
import { createToken, type TokenProblem } from "../../core/access/issue-token.ts";
import { isSecretText, type RandomText } from "../../core/access/token.ts";
import type { Digest } from "../../core/audit/audit-entry.ts";
import { defined } from "../../core/defined.ts";
import { fail, ok, type Result } from "../../core/result.ts";
import type { InvitationStore, PersonStore } from "../../ports/access-store.ts";
import { nameProblem, type NewToken } from "./tokens.ts";

interface InvitePorts {
  readonly invitations: Pick<InvitationStore, "add">;
  readonly people: Pick<PersonStore, "read">;
  readonly random: RandomText;
  readonly hash: Digest;
  /** UTC to the millisecond. */
  readonly now: () => string;
}

type InvitationProblem = TokenProblem<"invalid_invitation" | "name_looks_like_another" | "name_erased">;

/**
 * Invites a person by a link that works once and expires. `by` is recorded as the inviter, `issuedWith` as their login.
 * The secret is returned only here.
 */
export const invitePerson =
  ({ invitations, people, random, hash, now }: InvitePorts) =>
  async (
    input: unknown,
    by: string,
    issuedWith?: string,
  ): Promise<Result<Pick<MadeInvitation, "invitation" | "secret">, InvitationProblem>> => {
    const made = createInvitation(input, { now: now(), by, random, hash, ...defined({ issuedWith }) });
    if (!made.ok) return made;
    const { invitation, secret } = made.value;
    const problem = nameProblem(invitation.name, await people.read());
    if (problem !== undefined)
      return fail({ ...problem, fields: [{ field: "name", message: problem.message }] });
    await invitations.add(invitation, made.value.hash);
    return ok({ invitation, secret });
  };

interface AcceptPorts extends Omit<InvitePorts, "invitations"> {
  readonly invitations: Pick<InvitationStore, "findByHash" | "accept">;
}

/** Finds a valid invitation by its secret, without using it up. */
export const findInvitation =
  ({
    invitations,
    hash,
    now,
  }: Pick<AcceptPorts, "hash" | "now"> & {
    readonly invitations: Pick<InvitationStore, "findByHash">;
  }) =>
  async (secret: string): Promise<Result<Invitation, InvitationRefusal>> =>
    checkInvitation(isSecretText(secret) ? await invitations.findByHash(hash(secret)) : undefined, now());

/**
 * Accepts an invitation: uses it up and issues the person's token. The token is recorded as issued by the inviter, so
 * that the rules for approvals treat it like one that was handed over.
 */
export const acceptInvitation =
  ({ invitations, people, random, hash, now }: AcceptPorts) =>
  async (secret: string): Promise<Result<NewToken, InvitationRefusal | TokenProblem>> => {
    const found = await findInvitation({ invitations, hash, now })(secret);
    if (!found.ok) return found;
    const { name, role, created_by, issued_with } = found.value;
    // The person may have been erased, or somebody with a similar name added, since they were invited.
    const problem = nameProblem(name, await people.read());
    if (problem !== undefined)
      return fail({ ...problem, fields: [{ field: "name", message: problem.message }] });
    const created = createToken(
      { name, role },
      { now: now(), by: created_by, random, hash, ...defined({ issuedWith: issued_with }) },
    );
    if (!created.ok) return created;
    const { token, text } = created.value;
    return (await invitations.accept(found.value, token, created.value.hash))
      ? ok({ token, text })
      : fail(unknownInvitation());
  };

export interface InvitationNotFound {
  readonly code: "invitation_not_found";
  readonly message: string;
}

/** Withdraws an invitation that nobody has accepted. */
export const withdrawInvitation =
  ({ invitations }: { readonly invitations: Pick<InvitationStore, "withdraw"> }) =>
  async (id: string, by: string): Promise<Result<Invitation, InvitationNotFound>> => {
    const withdrawn = await invitations.withdraw(id, by);
    if (withdrawn !== undefined) return ok(withdrawn);
    const message = `there is no open invitation ${id.slice(0, 80)}; it may have been accepted, or have expired`;
    return fail({ code: "invitation_not_found", message });
  };
