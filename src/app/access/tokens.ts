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
 * Caches recently found tokens by hash, so that a busy caller costs the store one query per 5 seconds. Revocations
 * by other processes are noticed within that time, those by this process at once.
 */
export interface TokenCache {
  /** Calls `load` on a miss; concurrent callers share the call. */
  find(hash: string, now: number, load: () => Promise<Token | undefined>): Promise<Token | undefined>;
  /** Clears the cache, including pending loads. */
  clear(): void;
}

export function createTokenCache(): TokenCache {
  let known = new Map<string, CachedToken>();
  let loading = new Map<string, Promise<Token | undefined>>();
  const loadOnce = (hash: string, now: number, load: () => Promise<Token | undefined>) => {
    // Loads that finish after a clear write to maps that are no longer used.
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
      // If the clock was set back, everything is stale.
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

/** A token and its text, which is shown only once. */
export type NewToken = Pick<IssuedToken, "token" | "text">;

/**
 * Issues a token from `newTokenSchema` input. `by` is recorded as the issuer, `issuedWith` as their login. Fails
 * for a person whose name looks like another's, or who was erased.
 */
export const issueToken =
  ({ tokens, people, random, hash, now }: IssueTokenPorts) =>
  async (input: unknown, by: string, issuedWith?: string): Promise<Result<NewToken, TokenProblem>> => {
    const created = createToken(input, {
      now: now(),
      by,
      random,
      hash,
      ...defined({ issuedWith }),
    });
    if (!created.ok) return created;
    const { token, text } = created.value;
    const problem = token.role === "agent" ? undefined : nameProblem(token.name, await people.read());
    if (problem !== undefined)
      return fail({ ...problem, fields: [{ field: "name", message: problem.message }] });
    await tokens.issue(token, created.value.hash);
    return ok({ token, text });
  };

type NameProblem = Pick<TokenProblem<"name_looks_like_another" | "name_erased">, "code" | "message">;

/** Why nobody can be given this name. */
export function nameProblem(name: string, people: People): NameProblem | undefined {
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
 * Creates the first administrator's token for a store that never had one; undefined otherwise. If several servers
 * start at once, only one gets it.
 */
export const createFirstAdmin =
  ({ tokens, random, hash, now }: FirstAdminPorts) =>
  async (): Promise<NewToken | undefined> => {
    if ((await tokens.countAdmins()) > 0) return undefined;
    const input = { name: "first admin", role: "admin", expires_in_hours: FIRST_HOURS };
    const created = createToken(input, {
      now: now(),
      by: EMEND_ACTOR.id,
      issuedWith: BY_COMMAND,
      random,
      hash,
    });
    if (!created.ok) throw new TypeError(created.error.message);
    const { token, text } = created.value;
    return (await tokens.issueFirst(token, created.value.hash)) ? { token, text } : undefined;
  };

export interface TokenNotFound {
  readonly code: "token_not_found";
  readonly message: string;
}

/**
 * Revokes a token: in this process at once, in others within the 5 seconds of their caches. A token that is already
 * revoked stays as it is.
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
