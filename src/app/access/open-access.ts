import type { AccessProblem, LoginProblemCode, TokenProblemCode } from "../../core/access/access-problem.ts";
import type { TokenProblem } from "../../core/access/issue-token.ts";
import {
  type Principal,
  checkToken,
  principalOf,
  type RandomText,
  isSecretText,
  parseTokenText,
} from "../../core/access/token.ts";
import type { Digest } from "../../core/audit/audit-entry.ts";
import { type Result, fail, ok } from "../../core/result.ts";
import type { Store } from "../../ports/store.ts";
import { type Revocation, TOUCH_MS, type TokenStore, type SessionStore } from "../../ports/access-store.ts";
import {
  issueToken,
  type NewToken,
  revokeToken,
  type TokenNotFound,
  createTokenCache,
  type TokenCache,
} from "./tokens.ts";
import { type LoginProof, createSession, type OpenedSession } from "./open-session.ts";
import { recordProviderLogin } from "../person/change-people.ts";
import { checkSession, sessionExpired, extendedUntil } from "../../core/access/session.ts";

/** Revoking takes effect within 5 seconds; this leaves a second for the query. */
const CHECK_MS = 4_000;

const MAX_TOUCHED = 1_000;

const MALFORMED: AccessProblem<"malformed_token"> = {
  code: "malformed_token",
  message: "expected a token from `emend tokens create`, which starts with emd_; it may be cut off",
};

const UNKNOWN: AccessProblem<"unknown_token"> = {
  code: "unknown_token",
  message: "this store does not have that token; ask an administrator for one",
};

/**
 * Finds the holder of a session secret, or why it is no longer valid. The session is extended in the background, at
 * most once an hour. The store is queried every time, so that logging out and revoking a token take effect
 * everywhere at once.
 */
export const findSession =
  ({
    sessions,
    hash,
    now,
  }: {
    readonly sessions: Pick<SessionStore, "find" | "extend">;
    readonly hash: Digest;
    /** UTC to the millisecond. */
    readonly now: () => string;
  }) =>
  async (secret: string): Promise<Result<Principal, AccessProblem<LoginProblemCode>>> => {
    if (!isSecretText(secret)) return fail(sessionExpired());
    const found = await sessions.find(hash(secret));
    if (found === undefined) return fail(sessionExpired());
    const { session, token } = found;
    const time = now();
    const checked = checkSession(session, { now: time, token });
    if (!checked.ok) return checked;
    const until = extendedUntil(session, time);
    if (until !== undefined) sessions.extend(session.id_hash, until).catch(() => undefined);
    return checked;
  };

/** Authentication and the management of sessions and tokens. */
export interface Access {
  readonly authenticate: (token: string) => Promise<Result<Principal, AccessProblem>>;
  readonly findSession: (secret: string) => Promise<Result<Principal, AccessProblem>>;
  readonly openSession: (proof: LoginProof) => Promise<Result<OpenedSession, AccessProblem>>;
  readonly closeSession: (secret: string) => Promise<boolean>;
  readonly issueToken: (
    input: unknown,
    by: string,
    issuedWith?: string,
  ) => Promise<Result<NewToken, TokenProblem>>;
  /** Records a provider's login; see `recordProviderLogin`. */
  readonly recordLogin: ReturnType<typeof recordProviderLogin>;
  readonly revokeToken: (id: string, by: string) => Promise<Result<Revocation, TokenNotFound>>;
  /**
   * Calls `end` when access ends: at once if this process ended it, otherwise within 5 seconds. Returns a function
   * that stops watching.
   */
  readonly watch: (access: WatchedAccess, end: () => void) => () => void;
}

export interface AccessParts {
  readonly store: Pick<Store, "tokens" | "sessions" | "people">;
  readonly random: RandomText;
  readonly hash: Digest;
  readonly now: () => string;
}

/** Opens access to one store, with one cache of recently seen tokens. */
export function openAccess({ store: { tokens, sessions, people }, random, hash, now }: AccessParts): Access {
  const cache = createTokenCache();
  const watcher = watchAccess({ tokens, sessions, hash, now });
  const close = closeSession({ sessions, hash });
  const revoke = revokeToken({ tokens, cache, now });
  const authenticate = authenticateToken({ tokens, cache, hash, now });
  return {
    authenticate,
    findSession: findSession({ sessions, hash, now }),
    openSession: createSession({ tokens, sessions, authenticate, random, hash, now }),
    closeSession: async (secret) => {
      const closed = await close(secret);
      await watcher.look();
      return closed;
    },
    issueToken: issueToken({ tokens, people, random, hash, now }),
    recordLogin: recordProviderLogin({ people, random, hash, now }),
    revokeToken: async (id, by) => {
      const revoked = await revoke(id, by);
      await watcher.look();
      return revoked;
    },
    watch: watcher.watch,
  };
}

/** Logs a browser out; false if there was no such session. */
export const closeSession =
  ({ sessions, hash }: { readonly sessions: Pick<SessionStore, "close">; readonly hash: Digest }) =>
  (secret: string): Promise<boolean> =>
    sessions.close(hash(secret));

interface AuthenticatePorts {
  readonly tokens: Pick<TokenStore, "findByHash" | "touch">;
  readonly cache: TokenCache;
  readonly hash: Digest;
  /** UTC to the millisecond. */
  readonly now: () => string;
}

/**
 * Finds the holder of a token, or why it is not accepted. Its last use is recorded in the background, at most once
 * a minute: no request waits for it or fails because of it.
 */
export function authenticateToken({ tokens, cache, hash, now }: AuthenticatePorts) {
  const touched = new Map<string, number>();
  const touch = (id: string, time: string, at: number): void => {
    if (at - (touched.get(id) ?? -Infinity) < TOUCH_MS) return;
    if (touched.size >= MAX_TOUCHED) touched.clear();
    touched.set(id, at);
    tokens.touch(id, time).catch(() => undefined);
  };
  return async (text: string): Promise<Result<Principal, AccessProblem<TokenProblemCode>>> => {
    const parsed = parseTokenText(text);
    if (parsed === undefined) return fail(MALFORMED);
    const time = now();
    const at = Date.parse(time);
    const key = hash(parsed.text);
    const token = await cache.find(key, at, () => tokens.findByHash(key));
    if (token === undefined) return fail(UNKNOWN);
    const checked = checkToken(token, time);
    if (checked.state !== "active") return fail({ ...checked.problem, name: token.name });
    touch(token.id, time, at);
    return ok(principalOf(token));
  };
}

/** The principal, and the secret of their session if there is one. */
interface WatchedAccess {
  readonly principal: Principal;
  readonly sessionSecret?: string | undefined;
}

interface WatchAccessPorts {
  readonly tokens: Pick<TokenStore, "find">;
  readonly sessions: Pick<SessionStore, "find">;
  readonly hash: Digest;
  /** UTC to the millisecond. */
  readonly now: () => string;
}

interface Watcher {
  readonly access: WatchedAccess;
  readonly end: () => void;
}

/**
 * Watches open connections, because access may end later. The store is queried every few seconds, and at once by
 * `look`. While the store is unreachable nothing ends, because no events arrive either.
 */
function watchAccess({ tokens, sessions, hash, now }: WatchAccessPorts) {
  const watchers = new Map<string, Set<Watcher>>();
  let timer: NodeJS.Timeout | undefined;

  async function isStillValid({ principal, sessionSecret }: WatchedAccess): Promise<boolean> {
    if (principal.kind === "session") {
      const found = sessionSecret === undefined ? undefined : await sessions.find(hash(sessionSecret));
      return found !== undefined && checkSession(found.session, { now: now(), token: found.token }).ok;
    }
    const token = principal.token_id === undefined ? undefined : await tokens.find(principal.token_id);
    return token !== undefined && checkToken(token, now()).state === "active";
  }

  const keyOf = ({ principal, sessionSecret }: WatchedAccess): string =>
    principal.kind === "session" ? `session ${sessionSecret}` : `token ${principal.token_id}`;

  async function checkAll(): Promise<void> {
    for (const [key, watching] of watchers) {
      const [first] = watching;
      if (first === undefined || (await isStillValid(first.access).catch(() => true))) continue;
      watchers.delete(key);
      for (const { end } of watching) end();
    }
  }

  const scheduleCheck = (): void => {
    timer =
      watchers.size === 0 ? undefined : setTimeout(() => void checkAll().finally(scheduleCheck), CHECK_MS);
    timer?.unref();
  };

  return {
    look: checkAll,
    /** Calls `end` once when access ends; returns a function that stops watching. */
    watch: (access: WatchedAccess, end: () => void): (() => void) => {
      const key = keyOf(access);
      const watcher = { access, end };
      watchers.set(key, (watchers.get(key) ?? new Set()).add(watcher));
      if (timer === undefined) scheduleCheck();
      return () => {
        const watching = watchers.get(key);
        watching?.delete(watcher);
        if (watching?.size === 0) watchers.delete(key);
      };
    },
  };
}
