import type { AccessProblem } from "../../core/access/access-problem.ts";
import { beginLogin, type PendingLoginProblem, resumeLogin } from "../../core/access/pending-login.ts";
import { personOf, type ProviderClaimsProblem, type RoleGrants } from "../../core/access/person-of.ts";
import { type RandomText, SECRET_BYTES } from "../../core/access/token.ts";
import type { Digest } from "../../core/audit/audit-entry.ts";
import { fail, ok, type Result } from "../../core/result.ts";
import type { IdentityProvider, ProviderRefusal } from "../../ports/access-store.ts";
import type { Access } from "./open-access.ts";
import type { LoginProof, OpenedSession } from "./open-session.ts";

/** Why a login failed; the reason is for the log. */
export interface ProviderLoginProblem {
  readonly code:
    | PendingLoginProblem["code"]
    | ProviderRefusal["code"]
    | ProviderClaimsProblem["code"]
    | AccessProblem["code"]
    | "oidc_name_taken"
    | "people_busy";
  readonly reason: string;
}

/** Logs browsers in through a provider. Both steps throw if the provider is unavailable. */
export interface ProviderLogin {
  /** The provider's host. */
  readonly name: string;
  /** The URL for the browser, and what it keeps until it returns. */
  begin(returnTo: string | undefined): Promise<{ readonly address: string; readonly kept: string }>;
  /** Opens a session for the returning browser, and says where it wanted to go. */
  finish(
    kept: string | undefined,
    query: URLSearchParams,
  ): Promise<Result<{ readonly secret: string; readonly returnTo: string }, ProviderLoginProblem>>;
}

export interface ProviderLoginPorts {
  readonly provider: IdentityProvider;
  readonly grants: RoleGrants;
  readonly openSession: (proof: LoginProof) => Promise<Result<OpenedSession, AccessProblem>>;
  readonly recordLogin: Access["recordLogin"];
  readonly random: RandomText;
  readonly hash: Digest;
  /** UTC to the millisecond. */
  readonly now: () => string;
}

export function createProviderLogin(ports: ProviderLoginPorts): ProviderLogin {
  const { provider, grants, openSession, recordLogin, random, hash, now } = ports;
  const { host } = provider;
  return {
    name: host,
    begin: async (returnTo) => {
      const { login, kept } = beginLogin(random(SECRET_BYTES), { returnTo, now: now(), hash });
      return { address: await provider.begin(login), kept };
    },
    finish: async (kept, query) => {
      const state = query.get("state") ?? undefined;
      const resumed = resumeLogin(kept, { state, now: now(), hash });
      if (!resumed.ok) return resumed;
      const claims = await provider.finish(resumed.value, query);
      if (!claims.ok) return claims;
      const person = personOf(claims.value, { host, grants });
      if (!person.ok) return person;
      const { id, login } = person.value;
      if (login !== undefined) {
        const recorded = await recordLogin(login, id);
        if (!recorded.ok) return recorded;
      }
      const opened = await openSession({ person: person.value });
      if (!opened.ok) return fail({ code: opened.error.code, reason: opened.error.message });
      return ok({ secret: opened.value.secret, returnTo: resumed.value.returnTo });
    },
  };
}
