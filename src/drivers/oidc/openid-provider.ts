import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
  type CustomFetch,
} from "openid-client";
import type { PendingLogin } from "../../core/access/pending-login.ts";
import type { ProviderClaims } from "../../core/access/person-of.ts";
import { fail, ok } from "../../core/result.ts";
import type { IdentityProvider, ProviderRefusal } from "../../ports/access-store.ts";
import { ExternalError } from "../../ports/errors.ts";
import { isLoopback } from "../../core/access/is-loopback.ts";
import { boundBody } from "../http/bound-body.ts";

/** The longest key sets have a few kilobytes. */
const MAX_ANSWER_BYTES = 1_048_576;

/** A provider named an address that must not be used. */
class AddressRefused extends Error {
  override readonly name = "AddressRefused";
}

/** Fetches from a provider with a size limit. */
const providerFetch: CustomFetch = async (address, options) => {
  checkProviderAddress(address);
  return boundBody(await fetch(address, options as RequestInit), MAX_ANSWER_BYTES);
};

/** Problems of the provider rather than of one login. */
const PROVIDER_ERRORS: ReadonlySet<string> = new Set([
  "OAUTH_TIMEOUT",
  "OAUTH_ABORT",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
  "OAUTH_PARSE_ERROR",
]);

const TEMPORARY_ERRORS: ReadonlySet<string> = new Set(["server_error", "temporarily_unavailable"]);

const unavailable = (host: string, why: string, cause: unknown): ExternalError<"oidc_unavailable"> =>
  new ExternalError(
    "oidc_unavailable",
    `${host} could not be reached (${why}); check that it is running`,
    cause,
  );

const knownWord = (text: string): string => (/^[\w.-]{1,60}$/.test(text) ? text : "an unknown error");

export interface OpenIdOptions {
  readonly issuer: string;
  readonly clientId: string;
  /** Without a secret, only PKCE proves who started a login. */
  readonly clientSecret?: string;
  /** Where the provider redirects the browser after a login. */
  readonly redirectUri: string;
  /** The claim with roles. Requested as a scope if the provider offers one of that name. */
  readonly claim: string;
  /** Per request. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 5_000;
/** The provider's metadata is fetched again after this long, and after every failure. */
const METADATA_MS = 3_600_000;

/** OpenID Connect: authorization code flow with PKCE, state and nonce. Verifies the signature of ID tokens. */
export function createOpenIdProvider(options: OpenIdOptions): IdentityProvider {
  const { clientId, clientSecret, redirectUri, claim, timeoutMs = TIMEOUT_MS } = options;
  const issuer = new URL(options.issuer.replace(/\/\.well-known\/openid-configuration$/, ""));
  const { host } = issuer;
  const clientAuth = clientSecret === undefined ? None() : authWith(clientSecret);
  let known: { readonly configuration: Promise<Configuration>; readonly until: number } | undefined;

  const forget = (): void => {
    known = undefined;
  };
  const discover = (): Promise<Configuration> =>
    discovery(issuer, clientId, {}, clientAuth, {
      [customFetch]: providerFetch,
      timeout: timeoutMs / 1_000,
      execute: [
        enableNonRepudiationChecks,
        // `providerFetch` only allows them to this machine.
        ...(issuer.protocol === "http:" ? [allowInsecureRequests] : []),
      ],
    });
  const configure = async (): Promise<Configuration> => {
    const now = performance.now();
    // Concurrent callers share one request.
    if (known === undefined || known.until <= now) {
      known = { configuration: discover(), until: now + METADATA_MS };
    }
    try {
      return await known.configuration;
    } catch (error) {
      forget();
      throw unavailable(host, describe(error), error);
    }
  };

  return {
    host,
    begin: async ({ state, nonce, verifier }) => {
      const configuration = await configure();
      try {
        const address = buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: scopeOf(configuration, claim),
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(verifier),
          code_challenge_method: "S256",
        }).href;
        checkProviderAddress(address);
        return address;
      } catch (error) {
        forget();
        throw unavailable(host, describe(error), error);
      }
    },
    finish: async (login, query) => {
      const configuration = await configure();
      try {
        return ok(await exchange(configuration, login, new URL(`${redirectUri}?${query.toString()}`)));
      } catch (error) {
        try {
          return fail(refusalOf(error, host));
        } catch (away) {
          forget();
          throw away;
        }
      }
    },
  };
}

async function exchange(
  configuration: Configuration,
  { state, nonce, verifier }: PendingLogin,
  answer: URL,
): Promise<ProviderClaims> {
  const tokens = await authorizationCodeGrant(configuration, answer, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined)
    throw new ExternalError("oidc_unavailable", "the provider sent no information about the person");
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return [claims];
  // Many providers only return groups and email addresses here. The subject must match.
  return [claims, await fetchUserInfo(configuration, tokens.access_token, claims.sub)];
}

/** Uses the provider's preferred method, or the standard's default. */
const authWith =
  (secret: string): ClientAuth =>
  (server, client, body, headers) => {
    const ways = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const auth = ways.includes("client_secret_basic") ? ClientSecretBasic(secret) : ClientSecretPost(secret);
    auth(server, client, body, headers);
  };

function scopeOf(configuration: Configuration, claim: string): string {
  const offered = configuration.serverMetadata().scopes_supported ?? [];
  const wanted = claim.split(".")[0]!;
  return ["openid", "email", "profile", ...(offered.includes(wanted) ? [wanted] : [])].join(" ");
}

/** Why a login failed. Throws if the provider is at fault. Never repeats text from outside. */
function refusalOf(error: unknown, host: string): ProviderRefusal {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    const errorWord = knownWord(error.error);
    if (TEMPORARY_ERRORS.has(errorWord)) throw unavailable(host, errorWord, error);
    const denied = error instanceof AuthorizationResponseError && errorWord === "access_denied";
    return { code: denied ? "oidc_denied" : "oidc_refused", reason: `${host} answered ${errorWord}` };
  }
  if (error instanceof WWWAuthenticateChallengeError) {
    return { code: "oidc_refused", reason: `${host} answered ${error.status}` };
  }
  if (error instanceof ClientError && error.code !== undefined && !PROVIDER_ERRORS.has(error.code)) {
    const cause = error.cause instanceof Error ? `: ${error.cause.message.slice(0, 200)}` : "";
    return { code: "oidc_refused", reason: `${error.message}${cause} (${error.code})` };
  }
  throw unavailable(host, describe(error), error);
}

/** Describes an error in Emend's or the system's words. */
function describe(error: unknown): string {
  if (error instanceof AddressRefused) return error.message;
  if (error instanceof ClientError) {
    return error.code === undefined && error.cause !== undefined ? describe(error.cause) : error.message;
  }
  if (!(error instanceof Error)) return "no answer";
  const { code } = (error.cause ?? {}) as { readonly code?: unknown };
  return typeof code === "string" ? code : error.message.slice(0, 200);
}

/** Secrets only go over TLS, or stay on this machine. */
function checkProviderAddress(address: string): void {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname))) return;
  throw new AddressRefused("the provider uses an address that is not https://");
}
