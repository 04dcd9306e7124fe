import {
  createLoginLink,
  checkLink,
  checkSession,
  type Session,
  startSession,
} from "../../core/access/session.ts";
import { type Principal, type RandomText, SECRET_BYTES, isSecretText } from "../../core/access/token.ts";
import type { Digest } from "../../core/audit/audit-entry.ts";
import type {
  SessionStore,
  TokenStore,
  IdempotencyStore,
  InvitationStore,
} from "../../ports/access-store.ts";
import type { AccessProblem } from "../../core/access/access-problem.ts";
import { ok, type Result } from "../../core/result.ts";

export interface NewLoginLink {
  /** The last part of the login page's URL. */
  readonly secret: string;
  readonly expires_at: string;
}

/** Creates a link that logs in one browser, once and within 10 minutes. */
export const makeLoginLink =
  ({
    sessions,
    random,
    hash,
    now,
  }: {
    readonly sessions: Pick<SessionStore, "addLink">;
    readonly random: RandomText;
    readonly hash: Digest;
    readonly now: () => string;
  }) =>
  async (principal: Principal): Promise<NewLoginLink> => {
    const secret = random(SECRET_BYTES);
    const link = createLoginLink(hash(secret), principal, now());
    await sessions.addLink(link);
    return { secret, expires_at: link.expires_at };
  };

/** The proof of a login. A person from an identity provider has no token. */
export type LoginProof =
  | { readonly token: string }
  | { readonly link: string }
  | { readonly person: Principal };

export interface OpenSessionPorts {
  readonly tokens: Pick<TokenStore, "find">;
  readonly sessions: Pick<SessionStore, "open" | "takeLink">;
  /** See `authenticateToken`. */
  readonly authenticate: (text: string) => Promise<Result<Principal, AccessProblem>>;
  readonly random: RandomText;
  readonly hash: Digest;
  /** UTC to the millisecond. */
  readonly now: () => string;
}

export interface OpenedSession {
  /** The browser's secret, shown only once. */
  readonly secret: string;
  readonly session: Session;
}

/** Logs a browser in. */
export const createSession =
  (ports: OpenSessionPorts) =>
  async (proof: LoginProof): Promise<Result<OpenedSession, AccessProblem>> => {
    const { tokens, sessions, random, hash, now } = ports;
    const proven = await prove(proof, ports);
    if (!proven.ok) return proven;
    const { token_id } = proven.value;
    // Read again, because the cache may be seconds old, and a session lasts for days.
    const token = token_id === undefined ? undefined : await tokens.find(token_id);
    const secret = random(SECRET_BYTES);
    const time = now();
    const session = startSession(hash(secret), proven.value, { now: time, token });
    const checked = checkSession(session, { now: time, token });
    if (!checked.ok) return checked;
    await sessions.open(session);
    return ok({ secret, session });
  };

async function prove(
  proof: LoginProof,
  { sessions, authenticate, hash, now }: OpenSessionPorts,
): Promise<Result<Principal, AccessProblem>> {
  if ("person" in proof) return ok(proof.person);
  if ("token" in proof) return authenticate(proof.token);
  const link = isSecretText(proof.link) ? await sessions.takeLink(hash(proof.link)) : undefined;
  return checkLink(link, now());
}

/** Deletes expired sessions, links, invitations and idempotency keys, and returns how many. */
export const deleteExpired =
  ({
    sessions,
    invitations,
    idempotency,
    now,
  }: {
    readonly sessions: Pick<SessionStore, "forgetExpired">;
    readonly invitations: Pick<InvitationStore, "forgetExpired">;
    readonly idempotency: Pick<IdempotencyStore, "forgetExpired">;
    readonly now: () => string;
  }) =>
  async (): Promise<number> => {
    const time = now();
    const forgotten = [sessions, invitations, idempotency].map((each) => each.forgetExpired(time));
    return (await Promise.all(forgotten)).reduce((sum, count) => sum + count, 0);
  };
