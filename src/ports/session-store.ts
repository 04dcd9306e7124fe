import type { LoginLink, Session } from "../core/access/session.ts";
import type { Token } from "../core/access/token.ts";

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
