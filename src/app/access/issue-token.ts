import { defined } from "../../core/defined.ts";
import { createToken as issue, type IssuedToken, type TokenProblem } from "../../core/access/issue-token.ts";
import type { RandomText } from "../../core/access/token-text.ts";
import type { Digest } from "../../core/audit/audit-entry.ts";
import type { People } from "../../core/person/people.ts";
import { lookAlikeName } from "../../core/person/person.ts";
import { fail, ok, type Result } from "../../core/result.ts";
import type { PersonStore } from "../../ports/person-store.ts";
import type { TokenStore } from "../../ports/token-store.ts";

export interface IssueTokenPorts {
  readonly tokens: Pick<TokenStore, "issue">;
  readonly people: Pick<PersonStore, "read">;
  readonly random: RandomText;
  readonly hash: Digest;
  /** UTC to the millisecond. */
  readonly now: () => string;
}

/** A token and its text, which is told this once and never again. */
export type NewToken = Pick<IssuedToken, "token" | "text">;

/**
 * Makes a token of what `newTokenSchema` takes; `by` is who is written down for it, `issuedWith` what they were logged in
 * with. Refused for a person whose name looks like another's, or who was erased.
 */
export const issueToken =
  ({ tokens, people, random, hash, now }: IssueTokenPorts) =>
  async (input: unknown, by: string, issuedWith?: string): Promise<Result<NewToken, TokenProblem>> => {
    const made = issue(input, {
      now: now(),
      by,
      random,
      hash,
      ...defined({ issuedWith }),
    });
    if (!made.ok) return made;
    const { token, text } = made.value;
    const wrong = token.role === "agent" ? undefined : wrongName(token.name, await people.read());
    if (wrong !== undefined) return fail({ ...wrong, fields: [{ field: "name", message: wrong.message }] });
    await tokens.issue(token, made.value.hash);
    return ok({ token, text });
  };

function wrongName(name: string, people: People): Pick<TokenProblem, "code" | "message"> | undefined {
  const erasure = people.erasureOf(name);
  if (erasure !== undefined && erasure.admitted_at === undefined) {
    const day = erasure.erased_at.slice(0, 10);
    const message = `somebody of this name was erased on ${day}; admit them again first with \`emend people admit\``;
    return { code: "name_erased", message };
  }
  const other = lookAlikeName(name, people);
  if (other === undefined) return undefined;
  const message = `this name looks like ${JSON.stringify(other)}, who is known here; spell it the same for the same person, or choose another name`;
  return { code: "name_looks_like_another", message };
}
