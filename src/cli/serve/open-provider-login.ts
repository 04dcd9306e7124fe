import { defined } from "../../core/defined.ts";
import type { Access } from "../../app/access/open-access.ts";
import { createProviderLogin, type ProviderLogin } from "../../app/access/provider-login.ts";
import type { Config } from "../../config/config.ts";
import { isLoopback } from "../../core/access/is-loopback.ts";
import type { RandomText } from "../../core/access/token.ts";
import { parseRoleGrants, type RoleGrants } from "../../core/access/person-of.ts";
import type { Digest } from "../../core/audit/audit-entry.ts";
import { CALLBACK_PATH } from "../../http/provider-pages.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { driversOf } from "../open/drivers-of.ts";

interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  readonly grants: RoleGrants;
}

/** The configured provider. Invalid settings are refused before the server listens. */
export function oidcSettings({ oidc }: Config): OidcSettings | undefined {
  const { issuer, clientId, clientSecret, roleClaim: claim, roles: entries, defaultRole: otherwise } = oidc;
  const grants = parseRoleGrants({ claim, entries, otherwise });
  if (!grants.ok) throw usageError(grants.error.code, `oidc.roles: ${grants.error.message}`);
  if (issuer === undefined && clientId === undefined) return undefined;
  if (issuer === undefined || clientId === undefined) {
    throw usageError(
      "oidc_incomplete",
      `expected oidc.${issuer === undefined ? "issuer" : "client_id"} as well, so that people can log in`,
      "set both as shown by the provider, or neither to log in with tokens only",
    );
  }
  const { protocol, hostname } = new URL(issuer);
  if (protocol === "http:" && !isLoopback(hostname)) {
    throw usageError(
      "oidc_issuer_insecure",
      "oidc.issuer: expected https://; without it, an eavesdropper could log in as anyone",
      "http:// is only allowed for a provider on this machine",
    );
  }
  if (clientSecret !== undefined && clientSecret.trim() === "") {
    throw usageError(
      "oidc_secret_empty",
      "oidc.client_secret is empty",
      "set it to the secret shown by the provider, or remove the setting for a client without one",
    );
  }
  return { issuer, clientId, ...defined({ clientSecret }), grants: grants.value };
}

interface LoginOptions {
  readonly io: CliIo;
  /** The server's address for browsers. */
  readonly url: string;
  readonly access: Pick<Access, "openSession" | "recordLogin">;
  readonly random: RandomText;
  readonly hash: Digest;
  readonly now: () => string;
}

export async function openProviderLogin(
  { grants, ...settings }: OidcSettings,
  { io, url, access, random, hash, now }: LoginOptions,
): Promise<ProviderLogin> {
  const { openIdentityProvider } = await driversOf(io);
  const provider = await openIdentityProvider({
    ...settings,
    redirectUri: `${url}${CALLBACK_PATH}`,
    claim: grants.claim,
  });
  const { openSession, recordLogin } = access;
  return createProviderLogin({ provider, grants, openSession, recordLogin, random, hash, now });
}
