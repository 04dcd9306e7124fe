import { defined } from "../defined.ts";
import { issuePath } from "../json/issue-path.ts";
import { hoursAfter } from "../time/hours-after.ts";
import type { Digest } from "../audit/audit-entry.ts";
import { fail, ok, type Result } from "../result.ts";
import { newTokenSchema, TOKEN_HOURS } from "./new-token.ts";
import type { RandomText } from "./random-text.ts";
import type { Token } from "./token.ts";
import { ID_MARK, SECRET_BYTES, tokenText } from "./token-text.ts";

const MAX_PROBLEMS = 5;

export interface IssueContext {
  /** UTC to the millisecond. */
  readonly now: string;
  readonly by: string;
  /** What the issuer was logged in with: `token:tk_…`, `provider` or `command`. */
  readonly issuedWith?: string;
  readonly random: RandomText;
  /**
   * SHA-256 in hex. A slow hash would guard secrets that people choose; 256 random bits cannot be tried out, and every
   * request pays for the hash.
   */
  readonly hash: Digest;
}

export interface IssuedToken {
  readonly token: Token;
  /** The token itself, for its holder and nobody else. */
  readonly text: string;
  /** What is kept of it. */
  readonly hash: string;
}

export interface TokenProblem {
  readonly code: "invalid_token_request" | "name_looks_like_another" | "name_erased";
  readonly message: string;
  /** What is wrong with which field. */
  readonly fields: readonly { readonly field: string; readonly message: string }[];
}

export function issueToken(
  input: unknown,
  { now, by, issuedWith, random, hash }: IssueContext,
): Result<IssuedToken, TokenProblem> {
  const read = newTokenSchema.safeParse(input);
  if (!read.success) {
    const fields = read.error.issues.slice(0, MAX_PROBLEMS).map(({ path, message }) => ({
      field: issuePath(path) || "token",
      message,
    }));
    const message = fields.map((each) => `${each.field}: ${each.message}`).join("; ");
    return fail({ code: "invalid_token_request", message, fields });
  }
  const { name, role, agent, expires_in_hours = TOKEN_HOURS } = read.data;
  const id = ID_MARK + hash(random(SECRET_BYTES)).slice(0, 16);
  const text = tokenText(id, random(SECRET_BYTES));
  const token: Token = {
    id,
    name,
    role,
    ...defined({ agent }),
    created_at: now,
    created_by: by,
    expires_at: hoursAfter(now, expires_in_hours),
    ...defined({ issued_with: issuedWith }),
  };
  return ok({ token, text, hash: hash(text) });
}
