import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from "openid-client";
import type { ProviderRefusal } from "../../ports/identity-provider.ts";
import { WorldError } from "../../ports/world-error.ts";
import { AddressRefused } from "./provider-fetch.ts";

/** What is wrong with the provider rather than with an answer to a login. */
const AWAY: ReadonlySet<string> = new Set([
  "OAUTH_TIMEOUT",
  "OAUTH_ABORT",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
  "OAUTH_PARSE_ERROR",
]);
const LATER: ReadonlySet<string> = new Set(["server_error", "temporarily_unavailable"]);

/** Why a login did not come about; throws where that is the provider's matter. The words of strangers are not repeated. */
export function refusalOf(error: unknown, host: string): ProviderRefusal {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    const said = word(error.error);
    if (LATER.has(said)) throw unavailable(host, said, error);
    const denied = error instanceof AuthorizationResponseError && said === "access_denied";
    return { code: denied ? "oidc_denied" : "oidc_refused", reason: `${host} says ${said}` };
  }
  if (error instanceof WWWAuthenticateChallengeError) {
    return { code: "oidc_refused", reason: `${host} answers ${error.status}` };
  }
  if (error instanceof ClientError && error.code !== undefined && !AWAY.has(error.code)) {
    const cause = error.cause instanceof Error ? `: ${error.cause.message.slice(0, 200)}` : "";
    return { code: "oidc_refused", reason: `${error.message}${cause} (${error.code})` };
  }
  throw unavailable(host, describe(error), error);
}

export const unavailable = (host: string, why: string, cause: unknown): WorldError<"oidc_unavailable"> =>
  new WorldError("oidc_unavailable", `${host} could not be asked (${why}); see whether it runs`, cause);

/** In words of ours or of the machine's. */
export function describe(error: unknown): string {
  if (error instanceof AddressRefused) return error.message;
  if (error instanceof ClientError) {
    return error.code === undefined && error.cause !== undefined ? describe(error.cause) : error.message;
  }
  if (!(error instanceof Error)) return "no answer";
  const { code } = (error.cause ?? {}) as { readonly code?: unknown };
  return typeof code === "string" ? code : error.message.slice(0, 200);
}

const word = (text: string): string => (/^[\w.-]{1,60}$/.test(text) ? text : "no known word");
