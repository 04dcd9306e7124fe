import type { PendingLogin } from "../core/access/pending-login.ts";
import type { ProviderClaims } from "../core/access/person-of.ts";
import type { Result } from "../core/result.ts";

/**
 * Another system that knows the people. Where it cannot be reached, or answers what nobody can use, a WorldError
 * `oidc_unavailable` is thrown within seconds.
 */
export interface IdentityProvider {
  /** The host that people know it by. */
  readonly host: string;
  /** The address of the provider's own page that a browser is sent to. */
  begin(login: PendingLogin): Promise<string>;
  /** What the provider says of whoever came back, once its answer was proven to be one to this login. */
  finish(login: PendingLogin, query: URLSearchParams): Promise<Result<ProviderClaims, ProviderRefusal>>;
}

export interface ProviderRefusal {
  /** Denied by the person or the provider, or refused since it proves nothing. */
  readonly code: "oidc_denied" | "oidc_refused";
  /** For the log; holds no secret. */
  readonly reason: string;
}
