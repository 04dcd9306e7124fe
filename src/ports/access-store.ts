import type { Page } from "../core/page.ts";
import type { Token } from "../core/access/token.ts";
import type { Invitation } from "../core/access/invitation.ts";
import type { LoginLink, Session } from "../core/access/session.ts";
import type { People } from "../core/person/people.ts";
import type { PeopleChange } from "../core/person/known-people.ts";
import type { PendingLogin } from "../core/access/pending-login.ts";
import type { ProviderClaims } from "../core/access/person-of.ts";
import type { Result } from "../core/result.ts";

/** Access tokens. They are never deleted. Every driver passes test/contract/token-store.ts. */
export interface TokenStore {
  /** Stores a token under the hash of its text, with its audit entry, in one transaction. */
  issue(token: Token, hash: string): Promise<void>;
  /**
   * Issues the token only if no admin token was ever issued. Otherwise returns false and stores nothing. Of
   * several concurrent calls, exactly one returns true.
   */
  issueFirst(token: Token, hash: string): Promise<boolean>;
  find(id: string): Promise<Token | undefined>;
  /** Includes expired and revoked tokens. */
  findByHash(hash: string): Promise<Token | undefined>;
  /** The newest first; `after` is the `next` of the previous page. */
  list(query: TokenQuery): Promise<Page<Token>>;
  /**
   * Revokes a token together with the sessions and links created from it, with its audit entry, in one
   * transaction. Returns the token afterwards, or nothing if it does not exist. Revoking twice changes nothing.
   */
  revoke(id: string, by: string, now: string): Promise<Revocation | undefined>;
  /** Records that a token was used, unless that was recorded within the last minute. */
  touch(id: string, now: string): Promise<void>;
  /** Number of admin tokens ever issued. A store whose admin tokens have all ended is still not a new store. */
  countAdmins(): Promise<number>;
}

/** How often the use of a token is recorded. */
export const TOUCH_MS = 60_000;

export interface Revocation {
  /** False if it was already revoked. */
  readonly changed: boolean;
  readonly token: Token;
}

interface TokenQuery {
  /** Taken as the nearest of 1 to 500. */
  readonly limit: number;
  readonly after?: string;
}

/** Browser sessions and login links. Every driver passes test/contract/session-store.ts. */
export interface SessionStore {
  open(session: Session): Promise<void>;
  /**
   * Includes ended sessions, with the current state of the token they came from. `checkSession` decides whether
   * the session is valid.
   */
  find(idHash: string): Promise<FoundSession | undefined>;
  /** Extends a session; never shortens it. */
  extend(idHash: string, expiresAt: string): Promise<void>;
  /** Returns false if there was no such session. */
  close(idHash: string): Promise<boolean>;
  /** Ends every session and link of a person or token, and returns how many. */
  closeAllOf(whose: SessionOwner): Promise<number>;
  addLink(link: LoginLink): Promise<void>;
  /** Removes and returns a link, even an expired one. Of several concurrent calls, only one gets it. */
  takeLink(hash: string): Promise<LoginLink | undefined>;
  /** Deletes expired sessions and links, and returns how many. */
  forgetExpired(now: string): Promise<number>;
}

interface FoundSession {
  readonly session: Session;
  readonly token?: Token;
}

type SessionOwner = { readonly person: string } | { readonly token_id: string };

/** Invitations that nobody has accepted yet. Every driver passes test/contract/invitation-store.ts. */
export interface InvitationStore {
  /** Stores an invitation under the hash of its secret, with its audit entry, in one transaction. */
  add(invitation: Invitation, hash: string): Promise<void>;
  /** Includes expired invitations. */
  findByHash(hash: string): Promise<Invitation | undefined>;
  /** The newest first, at most 500. */
  list(): Promise<readonly Invitation[]>;
  /**
   * Deletes the invitation and issues the token, with their audit entries, in one transaction. Returns false and issues
   * nothing if the invitation is gone. Of several concurrent calls, exactly one returns true.
   */
  accept(invitation: Invitation, token: Token, tokenHash: string): Promise<boolean>;
  /** Deletes an invitation, with its audit entry. Returns nothing if there is none with this id. */
  withdraw(id: string, by: string): Promise<Invitation | undefined>;
  /** Deletes expired invitations, and returns how many. */
  forgetExpired(now: string): Promise<number>;
}

/** How long a response is kept for retries. */
export const IDEMPOTENCY_HOURS = 24;
/** A request not answered within this time was lost with its server, and the next caller takes it over. */
export const TAKE_OVER_SECONDS = 60;

/** Responses by idempotency key. Every driver passes test/contract/idempotency-store.ts. */
export interface IdempotencyStore {
  /**
   * `requestHash` distinguishes a retry from a different request under the same key. `now` is UTC with
   * milliseconds.
   */
  begin(key: IdempotencyKey, requestHash: string, now: string): Promise<IdempotencyState>;
  /**
   * Stores the answer to a claimed request. Returns false and stores nothing if another caller has taken the
   * request over.
   */
  finish(claim: IdempotencyClaim, answer: IdempotentAnswer): Promise<boolean>;
  /**
   * Releases the claim so that the request can be retried, as after a transient failure. Does nothing if another
   * caller has taken it over.
   */
  abandon(claim: IdempotencyClaim): Promise<void>;
  /** Deletes keys older than `IDEMPOTENCY_HOURS` at `now` and returns how many. */
  forgetExpired(now: string): Promise<number>;
}

export interface IdempotencyKey {
  /** The caller, to whom the key belongs. A person's name, so that erasing them finds it. */
  readonly principal: string;
  readonly key: string;
}

/** The right to answer a request. */
export interface IdempotencyClaim extends IdempotencyKey {
  /** When the claim was made. A caller that takes the request over gets a later time. */
  readonly begun_at: string;
}

export interface IdempotentAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type IdempotencyState =
  | { readonly state: "new"; readonly claim: IdempotencyClaim }
  | ({ readonly state: "done" } & IdempotentAnswer)
  | { readonly state: "running" }
  | { readonly state: "other_request" };

/** Which logins are one person's. Every driver passes test/contract/person-store.ts. */
export interface PersonStore {
  /** The current state; cheap while nothing changes. */
  read(): Promise<People>;
  /** Saves a change with its audit entries in one transaction. Returns false and changes nothing on a conflict. */
  save(change: PeopleChange): Promise<boolean>;
}

/**
 * An external identity provider. If it cannot be reached or its answer is unusable, an ExternalError
 * `oidc_unavailable` is thrown within seconds.
 */
export interface IdentityProvider {
  /** The provider's host name. */
  readonly host: string;
  /** The URL of the provider's page for the browser. */
  begin(login: PendingLogin): Promise<string>;
  /** The user's claims, after verifying that the response belongs to this login. */
  finish(login: PendingLogin, query: URLSearchParams): Promise<Result<ProviderClaims, ProviderRefusal>>;
}

export interface ProviderRefusal {
  /** Denied by the person or provider, or rejected because it proves nothing. */
  readonly code: "oidc_denied" | "oidc_refused";
  /** For the log; contains no secret. */
  readonly reason: string;
}
