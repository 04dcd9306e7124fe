import type { Token, RandomText } from "../../core/access/token.ts";
import { defined } from "../../core/defined.ts";
import { createToken, type IssuedToken, type TokenProblem } from "../../core/access/issue-token.ts";
import type { Digest } from "../../core/audit/audit-entry.ts";
import type { People } from "../../core/person/people.ts";
import { lookAlikeName } from "../../core/person/person.ts";
import { fail, ok, type Result } from "../../core/result.ts";
import type { PersonStore, TokenStore, Revocation } from "../../ports/access-store.ts";
import { BY_COMMAND } from "../../core/person/known-people.ts";
import { EMEND_ACTOR } from "../rule/decide-rule.ts";

const MAX_ENTRIES = 1_000;
const VALID_MS = 5_000;

interface CachedToken {
  readonly token: Token;
  readonly at: number;
}

/**
 * Tokens that were found a moment ago, by the hash of their text, so that a busy caller costs the store one query in
 * 5 seconds. What another process revokes is noticed within that time; what this process revokes is noticed at once.
 */
export interface TokenCache {
  /** Asks `load` where nothing is remembered; those who ask at the same time share the asking. */
  find(hash: string, now: number, load: () => Promise<Token | undefined>): Promise<Token | undefined>;
  /** Forgets everything, also what is being loaded now. */
  clear(): void;
}

export function createTokenCache(): TokenCache {
  let known = new Map<string, CachedToken>();
  let loading = new Map<string, Promise<Token | undefined>>();
  const loadOnce = (hash: string, now: number, load: () => Promise<Token | undefined>) => {
    // What comes back after a clearing goes into maps that nobody looks at any more.
    const [keep, running] = [known, loading];
    const loaded = load()
      .then((token) => {
        if (token !== undefined) remember(keep, hash, { token, at: now });
        return token;
      })
      .finally(() => running.delete(hash));
    running.set(hash, loaded);
    return loaded;
  };
  return {
    find: async (hash, now, load) => {
      const cached = known.get(hash);
      // A clock that was set back makes everything old.
      if (cached !== undefined && now >= cached.at && now - cached.at < VALID_MS) return cached.token;
      return loading.get(hash) ?? loadOnce(hash, now, load);
    },
    clear: () => {
      known = new Map();
      loading = new Map();
    },
  };
}

function remember(known: Map<string, CachedToken>, hash: string, cached: CachedToken): void {
  known.delete(hash);
  known.set(hash, cached);
  if (known.size <= MAX_ENTRIES) return;
  const [oldest] = known.keys();
  if (oldest !== undefined) known.delete(oldest);
}

interface IssueTokenPorts {
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
    const made = createToken(input, {
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
    const message = `somebody with this name was erased on ${day}; first admit them again with \`emend people admit\``;
    return { code: "name_erased", message };
  }
  const other = lookAlikeName(name, people);
  if (other === undefined) return undefined;
  const message = `this name looks like ${JSON.stringify(other)}; use the same spelling for the same person, or choose another name`;
  return { code: "name_looks_like_another", message };
}

/** A year. */
const FIRST_HOURS = 8_760;

export interface FirstAdminPorts extends Omit<IssueTokenPorts, "tokens" | "people"> {
  readonly tokens: Pick<TokenStore, "countAdmins" | "issueFirst">;
}

/**
 * A first admin's token for a store that never had one, so that somebody gets in; nothing for any other store. Of
 * several servers that start at once, one is answered with it.
 */
export const createFirstAdmin =
  ({ tokens, random, hash, now }: FirstAdminPorts) =>
  async (): Promise<NewToken | undefined> => {
    if ((await tokens.countAdmins()) > 0) return undefined;
    const input = { name: "first admin", role: "admin", expires_in_hours: FIRST_HOURS };
    const made = createToken(input, { now: now(), by: EMEND_ACTOR.id, issuedWith: BY_COMMAND, random, hash });
    if (!made.ok) throw new TypeError(made.error.message);
    const { token, text } = made.value;
    return (await tokens.issueFirst(token, made.value.hash)) ? { token, text } : undefined;
  };

export interface TokenNotFound {
  readonly code: "token_not_found";
  readonly message: string;
}

/**
 * Ends a token: in this process before it answers, in others within the 5 seconds that their caches remember. One that
 * was revoked before stays as it is.
 */
export const revokeToken =
  ({
    tokens,
    cache,
    now,
  }: {
    readonly tokens: Pick<TokenStore, "revoke">;
    readonly cache?: TokenCache;
    readonly now: () => string;
  }) =>
  async (id: string, by: string): Promise<Result<Revocation, TokenNotFound>> => {
    const revoked = await tokens.revoke(id, by, now());
    cache?.clear();
    return revoked === undefined
      ? fail({ code: "token_not_found", message: `there is no token ${id.slice(0, 80)}` })
      : ok(revoked);
  };
