import { createKeyGuard } from "../text/key-guard.ts";
import { ElsewhereError } from "./github-fetch.ts";
import { GithubError } from "./github-error.ts";
import type { GithubCredentials } from "./open-octokit.ts";
import { secondsAsked, type LimitHeaders } from "./rate-limit.ts";

const MAX_SAID = 300;
/** Tokens of GitHub's own making, and those that an App signs. */
const TOKENS = /\b(?:gh[a-z]_|github_pat_|eyJ)[\w.-]{10,}/g;

interface Failure {
  readonly status?: number;
  readonly message?: string;
  readonly cause?: unknown;
  readonly response?: { readonly headers: LimitHeaders };
}

/** What a failed request means to those who asked for it; nothing that it carried is repeated. */
export function explainFailure(
  thrown: unknown,
  {
    what,
    apiUrl,
    credentials,
  }: { readonly what: string; readonly apiUrl: string; readonly credentials: GithubCredentials },
): GithubError {
  if (thrown instanceof GithubError) return thrown;
  const { status, message = "", cause, response } = (thrown ?? {}) as Failure;
  const secret = credentials.kind === "token" ? credentials.token : credentials.privateKey;
  const said = createKeyGuard(secret)
    .withoutKey(message.replaceAll(/\s+/g, " ").slice(0, 4 * MAX_SAID))
    .replaceAll(TOKENS, "[key]")
    .slice(0, MAX_SAID)
    .toWellFormed();
  const place = `${new URL(apiUrl).host}: ${what}`;
  if (cause instanceof ElsewhereError) {
    const hint = "set github.api_url to where the API is";
    return new GithubError("host_moved", `${place}: ${cause.message}, which is not followed; ${hint}`);
  }
  if (status === undefined) {
    const hint = "check github.app_id, github.app_key and github.installation_id, or the token";
    return new GithubError("host_misconfigured", `${place} could not be sent (${said}); ${hint}`);
  }
  if (response === undefined) return unreachable(place, cause, said);
  if (status === 429 || (status === 403 && isLimit(message, response.headers)))
    return busy(place, response.headers);
  if (status === 401) {
    return new GithubError(
      "host_unauthorised",
      `${place}: the credentials are refused (${said}); check the token or the App's key`,
    );
  }
  if (status === 403) {
    const hint = "give the token write access to pull requests, and to checks; checks take an App's token";
    return new GithubError("host_forbidden", `${place} is not allowed (${said}); ${hint}`);
  }
  if (status === 404 || status === 410) {
    const hint = "check the name, and that the token may see the repository";
    return new GithubError(
      "host_not_found",
      `${place}: there is no such repository, pull request or commit (${status}); ${hint}`,
    );
  }
  if (status < 500) {
    const hint = "give the pull request's newest commit and its own diff";
    return new GithubError("host_refused", `${place} is refused (${status}: ${said}); ${hint}`);
  }
  return new GithubError("host_failed", `${place} failed there (${status}); try again later`);
}

function unreachable(place: string, cause: unknown, said: string): GithubError {
  const isLate = cause instanceof Error && cause.name === "TimeoutError";
  const why = isLate ? "no answer came in time" : `no connection (${said})`;
  return new GithubError("host_unreachable", `${place}: ${why}; check the network and github.api_url`);
}

const isLimit = (message: string, headers: LimitHeaders): boolean =>
  /\b(?:secondary rate|rate limit|abuse)\b/i.test(message) ||
  headers["retry-after"] !== undefined ||
  String(headers["x-ratelimit-remaining"]) === "0";

function busy(place: string, headers: LimitHeaders): GithubError {
  const now = Date.now();
  const seconds = Math.min(secondsAsked(headers, now) ?? 60, 86_400);
  const when = new Date(now + seconds * 1_000).toISOString().replace(/\.\d+Z$/, "Z");
  return new GithubError("host_busy", `${place} is rate-limited; try again after ${when}`);
}
