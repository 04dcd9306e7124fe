/** Why a token, login or link is not accepted. The message contains no secret. */
export interface AccessProblem<Code extends AccessProblemCode = AccessProblemCode> {
  readonly code: Code;
  readonly message: string;
  /** The holder of the token, for metrics; never shown to the caller. */
  readonly name?: string;
}

type AccessProblemCode = LoginProblemCode | "unknown_link" | "link_expired";

export type LoginProblemCode = TokenProblemCode | "session_expired";

export type TokenProblemCode = "malformed_token" | "unknown_token" | "token_expired" | "token_revoked";
