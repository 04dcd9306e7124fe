import type { Token } from "../core/access/token.ts";
import type { LoginLink, Session } from "../core/access/session.ts";
import type { People } from "../core/person/people.ts";
import type { PeopleChange } from "../core/person/known-people.ts";
import type { PendingLogin } from "../core/access/pending-login.ts";
import type { ProviderClaims } from "../core/access/person-of.ts";
import type { Result } from "../core/result.ts";

/** Tokens, none of which is ever deleted. Every driver passes test/contract/token-store.ts. */
export interface TokenStore {
  /** Keeps a token under the hash of its text, with its act in the audit log, in one step. */
  issue(token: Token, hash: string): Promise<void>;
  /**
   * The same where no admin's token was ever issued; else answers false and keeps nothing. Of several who ask at once
   * one is answered true.
   */
  issueFirst(token: Token, hash: string): Promise<boolean>;
  find(id: string): Promise<Token | undefined>;
  /** Also one that no longer counts. */
  findByHash(hash: string): Promise<Token | undefined>;
  /** The newest first; `after` is the `next` of the previous page. */
  list(query: TokenQuery): Promise<TokenPage>;
  /**
   * Ends a token, and the logins and links that came from it, with its act in the audit log, in one step. Answers with
   * the token as it is then, and nothing where there is none; one that was revoked stays as it is.
   */
  revoke(id: string, by: string, now: string): Promise<Revocation | undefined>;
  /** Notes that a token was used, unless that was noted within the last minute. */
  touch(id: string, now: string): Promise<void>;
  /** How many admin's tokens were ever issued: a store whose admins all ended is no new one. */
  countAdmins(): Promise<number>;
}

/** How often the use of a token is noted. */
export const TOUCH_MS = 60_000;

export interface Revocation {
  /** False where somebody had revoked it before. */
  readonly changed: boolean;
  readonly token: Token;
}

interface TokenQuery {
  /** Taken as the nearest of 1 to 500. */
  readonly limit: number;
  readonly after?: string;
}

interface TokenPage {
  readonly items: readonly Token[];
  readonly next?: string;
}

/** Logins of browsers, and links to log in with. Every driver passes test/contract/session-store.ts. */
export interface SessionStore {
  open(session: Session): Promise<void>;
  /** Also one that has ended, with the token that it came from as that is now; `checkSession` says whether it counts. */
  find(idHash: string): Promise<FoundSession | undefined>;
  /** Moves the end of a login; never before the end that it has. */
  extend(idHash: string, expiresAt: string): Promise<void>;
  /** Answers false where there was none. */
  close(idHash: string): Promise<boolean>;
  /** Ends every login and link of a person, or of a token; answers how many there were. */
  closeAllOf(whose: SessionOwner): Promise<number>;
  addLink(link: LoginLink): Promise<void>;
  /** Removes a link and answers with it, also where it has expired: of several who take it at once, one gets it. */
  takeLink(hash: string): Promise<LoginLink | undefined>;
  /** Removes the logins and links that have ended by then; answers how many. */
  forgetExpired(now: string): Promise<number>;
}

interface FoundSession {
  readonly session: Session;
  readonly token?: Token;
}

type SessionOwner = { readonly person: string } | { readonly token_id: string };

/** How long an answer is kept for those who ask again. */
export const IDEMPOTENCY_HOURS = 24;
/** A request that is not answered by then was lost with its server, and whoever asks again takes it over. */
export const TAKE_OVER_SECONDS = 60;

/** What was answered to which request. Every driver passes test/contract/idempotency-store.ts. */
export interface IdempotencyStore {
  /** `requestHash` tells the same request from another under the same key; `now` is UTC to the millisecond. */
  begin(key: IdempotencyKey, requestHash: string, now: string): Promise<IdempotencyState>;
  /**
   * Keeps the answer to a request that was begun. Answers false, and keeps nothing, where another has taken the request
   * over: its answer counts.
   */
  finish(claim: IdempotencyClaim, answer: IdempotentAnswer): Promise<boolean>;
  /** Lets the request be begun anew, as after a failure that may pass; does nothing where another has taken it over. */
  abandon(claim: IdempotencyClaim): Promise<void>;
  /** Removes what is older than `IDEMPOTENCY_HOURS` at that time; answers how many. */
  forgetExpired(now: string): Promise<number>;
}

export interface IdempotencyKey {
  /** Who asks; keys of others are others. A person's name, so that erasing them finds it. */
  readonly principal: string;
  readonly key: string;
}

/** The right to answer a request. */
export interface IdempotencyClaim extends IdempotencyKey {
  /** When it was given; whoever takes the request over gets a later one. */
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
  /** As it is now; cheap while nothing changes. */
  read(): Promise<People>;
  /** Saves a change with its acts in the audit log, in one step; false, and nothing changed, where another came first. */
  save(change: PeopleChange): Promise<boolean>;
}

/**
 * Another system that knows the people. Where it cannot be reached, or answers what nobody can use, a ExternalError
 * `oidc_unavailable` is thrown within seconds.
 */
export interface IdentityProvider {
  /** The host that people know it by. */
  readonly host: string;
  /** The address of the provider's own page that a browser is sent to. */
  begin(login: PendingLogin): Promise<string>;
  /** What the provider says of whoever came back, once its answer was proven to be one to this login. */
  finish(login: PendingLogin, query: URLSearchParams): Promise<Result<ProviderClaims, ProviderRefusal>>;
}

export interface ProviderRefusal {
  /** Denied by the person or the provider, or refused since it proves nothing. */
  readonly code: "oidc_denied" | "oidc_refused";
  /** For the log; holds no secret. */
  readonly reason: string;
}
