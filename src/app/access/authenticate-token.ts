import type { AccessProblem, TokenProblemCode } from "../../core/access/access-problem.ts";
import type { Principal } from "../../core/access/principal.ts";
import { checkToken, principalOf } from "../../core/access/token.ts";
import { parseTokenText } from "../../core/access/token-text.ts";
import type { Digest } from "../../core/audit/audit-entry.ts";
import { fail, ok, type Result } from "../../core/result.ts";
import { TOUCH_MS, type TokenStore } from "../../ports/token-store.ts";
import type { TokenCache } from "./token-cache.ts";

const MAX_TOUCHED = 1_000;

export interface AuthenticatePorts {
  readonly tokens: Pick<TokenStore, "findByHash" | "touch">;
  readonly cache: TokenCache;
  readonly hash: Digest;
  /** UTC to the millisecond. */
  readonly now: () => string;
}

/**
 * Says who holds a token, or why it does not count. That it was used is noted aside, at most once a minute: no request
 * waits for it, or fails with it.
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

const MALFORMED: AccessProblem<"malformed_token"> = {
  code: "malformed_token",
  message: "expected a token as `emend tokens create` prints it, which begins with emd_; it may be cut off",
};

const UNKNOWN: AccessProblem<"unknown_token"> = {
  code: "unknown_token",
  message: "there is no such token in this store; ask an administrator for one",
};
