import type { Token } from "../core/access/token.ts";

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
