import { fail, ok, type Result } from "../../core/result.ts";
import type { Revocation, TokenStore } from "../../ports/token-store.ts";
import type { TokenCache } from "./token-cache.ts";

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
