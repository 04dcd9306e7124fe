import { defined } from "../defined.ts";
import type { AccessProblem } from "./access-problem.ts";
import type { Principal } from "./principal.ts";
import type { Role } from "./roles.ts";

/** What lets its holder in. The secret is told once and never kept. Times are UTC to the millisecond. */
export interface Token {
  readonly id: string;
  /** Who or what holds it, in an administrator's words; what they do is written down under it. */
  readonly name: string;
  readonly role: Role;
  /** There for the role `agent` and no other. */
  readonly agent?: string;
  readonly created_at: string;
  readonly created_by: string;
  readonly expires_at: string;
  readonly revoked_at?: string;
  readonly revoked_by?: string;
  /** To the minute or so. */
  readonly last_used_at?: string;
  /** What its issuer was logged in with: `token:tk_…`, `provider` or `command`; absent for older tokens. */
  readonly issued_with?: string;
}

export type TokenState =
  | { readonly state: "active" }
  | {
      readonly state: "expired" | "revoked";
      readonly problem: AccessProblem<"token_expired" | "token_revoked">;
    };

/** Whether a token counts at a time. One that was revoked says so also after it would have expired. */
export function checkToken(token: Token, now: string): TokenState {
  if (token.revoked_at !== undefined) {
    const message = `the token was revoked at ${token.revoked_at}; ask an administrator for another`;
    return { state: "revoked", problem: { code: "token_revoked", message } };
  }
  if (now >= token.expires_at) {
    const message = `the token expired at ${token.expires_at}; ask an administrator for another`;
    return { state: "expired", problem: { code: "token_expired", message } };
  }
  return { state: "active" };
}

/** Who asks with a token. */
export const principalOf = ({ id, name, role, agent }: Token): Principal => ({
  id: name,
  role,
  kind: "token",
  ...defined({ agent }),
  token_id: id,
});
