import { issueToken as issue, type IssuedToken, type TokenProblem } from "../../core/access/issue-token.ts";
import type { RandomText } from "../../core/access/random-text.ts";
import type { Digest } from "../../core/audit/audit-entry.ts";
import { ok, type Result } from "../../core/result.ts";
import type { TokenStore } from "../../ports/token-store.ts";

export interface IssueTokenPorts {
  readonly tokens: Pick<TokenStore, "issue">;
  readonly random: RandomText;
  readonly hash: Digest;
  /** UTC to the millisecond. */
  readonly now: () => string;
}

/** A token and its text, which is told this once and never again. */
export type ToldToken = Pick<IssuedToken, "token" | "text">;

/** Makes a token of what `newTokenSchema` takes; `by` is who is written down for it. */
export const issueToken =
  ({ tokens, random, hash, now }: IssueTokenPorts) =>
  async (input: unknown, by: string): Promise<Result<ToldToken, TokenProblem>> => {
    const made = issue(input, { now: now(), by, random, hash });
    if (!made.ok) return made;
    const { token, text } = made.value;
    await tokens.issue(token, made.value.hash);
    return ok({ token, text });
  };
