/** Why a token, a login or a link does not count; the message repeats no secret. */
export interface AccessProblem<Code extends AccessProblemCode = AccessProblemCode> {
  readonly code: Code;
  readonly message: string;
  /** Whose token it was, if it was one; for counting, never told to whoever asks. */
  readonly name?: string;
}

type AccessProblemCode = LoginProblemCode | "unknown_link" | "link_expired";

/** Of a login that was opened before. */
export type LoginProblemCode = TokenProblemCode | "session_expired";

export type TokenProblemCode = "malformed_token" | "unknown_token" | "token_expired" | "token_revoked";
