import { setTimeout } from "node:timers/promises";
import type { Octokit } from "@octokit/core";
import { z } from "zod";
import { fieldOf } from "../../core/json/json.ts";
import { GithubError, isUncertain } from "./github-error.ts";
import type { GithubCredentials } from "./open-octokit.ts";
import { createWaitBudget, parseRetrySeconds, type LimitHeaders, type TryWait } from "./rate-limit.ts";
import { createKeyGuard } from "../text/key-guard.ts";
import { ForeignRedirectError } from "./github-fetch.ts";

const MAX_DETAIL = 300;

/** GitHub's own tokens and those signed by an App. */
const TOKENS = /\b(?:gh[a-z]_|github_pat_|eyJ)[\w.-]{10,}/g;

const isLimit = (message: string, headers: LimitHeaders): boolean =>
  /\b(?:secondary rate|rate limit|abuse)\b/i.test(message) ||
  headers["retry-after"] !== undefined ||
  String(headers["x-ratelimit-remaining"]) === "0";

/** Total time for all waits of one session. */
const MAX_WAIT_SECONDS = 60;
const PAGE_LENGTH = 100;
const MOST_PAGES = 30;
const MOST_ATTEMPTS = 3;

/** Set as defaults, so that an App's requests for a token have them too. */
const HEADERS = { accept: "application/vnd.github+json", "x-github-api-version": "2022-11-28" };

export interface SessionSettings {
  readonly octokit: Octokit;
  readonly apiUrl: string;
  readonly credentials: GithubCredentials;
  readonly secondMs: number;
  /** Waits for the next turn to write. */
  readonly pace: () => Promise<void>;
  /** Decides about waits instead of the usual limit. */
  readonly tryWait?: TryWait;
}

/** Sends the requests of one operation, which share a limit for waiting. */
export interface GithubSession {
  /** Retries failures, including those where it is uncertain whether the request took effect. */
  readonly send: <T>(ask: ApiRequest<T>) => Promise<T>;
  /** All pages, up to a limit. */
  readonly list: <T>(ask: ApiRequest<T>) => Promise<readonly T[]>;
  /**
   * Creates something that must not exist twice. After an uncertain failure, checks whether it exists before trying
   * again.
   */
  readonly create: <T>(ask: ApiRequest<T>, find: () => Promise<T | undefined>) => Promise<T>;
  /** Asks GraphQL something that changes nothing. */
  readonly query: <T>(ask: GraphqlQuery<T>) => Promise<T>;
  /** The login that comments appear under. */
  readonly login: () => Promise<string>;
}

interface GraphqlQuery<T> {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly answer: z.ZodType<T>;
}

interface ApiRequest<T> {
  /** For example `GET /repos/{owner}/{repo}/issues/{issue_number}/comments`. */
  readonly route: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly answer: z.ZodType<T>;
}

const VIEWER = z.object({ viewer: z.object({ login: z.string().min(1) }) });

export function openGithubSession(settings: SessionSettings): GithubSession {
  const { octokit, apiUrl, credentials, secondMs, pace } = settings;
  const { tryWait = createWaitBudget(MAX_WAIT_SECONDS) } = settings;
  const attempt = async <T>(what: string, answer: z.ZodType<T>, act: () => Promise<unknown>): Promise<T> => {
    let received: unknown;
    try {
      received = await act();
    } catch (error) {
      throw explainFailure(error, { what, apiUrl, credentials });
    }
    const read = answer.safeParse(received);
    if (read.success) return read.data;
    const hint = "check that github.api_url is the address of GitHub's REST API";
    throw new GithubError(
      "host_answer_unfit",
      `${new URL(apiUrl).host}: ${what} returned an unexpected response; ${hint}`,
    );
  };
  const request = <T>({ route, parameters, answer }: ApiRequest<T>, repeatable: boolean): Promise<T> =>
    attempt(route, answer, async () => {
      if (!route.startsWith("GET ")) await pace();
      const options = { ...parameters, request: { emend: { tryWait, repeatable } } };
      const { data } = await octokit.request.defaults({ headers: HEADERS })(route, options);
      return data as unknown;
    });

  const query = <T>({ query: text, variables = {}, answer }: GraphqlQuery<T>): Promise<T> =>
    attempt("POST /graphql", answer, () => {
      const options = { ...variables, request: { emend: { tryWait, repeatable: true } } };
      return octokit.graphql.defaults({ headers: HEADERS })(text, options);
    });

  return {
    send: (ask) => request(ask, true),
    list: async ({ route, parameters, answer }) => {
      const found = [];
      for (let page = 1; page <= MOST_PAGES; page += 1) {
        const paged = { ...parameters, per_page: PAGE_LENGTH, page };
        const part = await request({ route, parameters: paged, answer: z.array(answer) }, true);
        found.push(...part);
        if (part.length < PAGE_LENGTH) break;
      }
      return found;
    },
    create: async (ask, find) => {
      for (let tries = 1; ; tries += 1) {
        try {
          return await request(ask, false);
        } catch (error) {
          if (!isUncertain(error)) throw error;
          const seconds = tries ** 2;
          const canWait = tries < MOST_ATTEMPTS && tryWait(seconds);
          if (canWait) await setTimeout(seconds * secondMs);
          const made = await find();
          if (made !== undefined) return made;
          if (!canWait) throw error;
        }
      }
    },
    query,
    login: async () => {
      const { viewer } = await query({ query: "query { viewer { login } }", answer: VIEWER });
      return viewer.login;
    },
  };
}

interface Failure {
  readonly status?: number;
  readonly message?: string;
  readonly cause?: unknown;
  readonly response?: { readonly headers: LimitHeaders };
  /** Of GraphQL, which answers a refused query with status 200. */
  readonly headers?: LimitHeaders;
  readonly data?: unknown;
  readonly errors?: unknown;
}

/** Translates a failed request into an error with advice. Repeats nothing that the request contained. */
function explainFailure(
  thrown: unknown,
  {
    what,
    apiUrl,
    credentials,
  }: { readonly what: string; readonly apiUrl: string; readonly credentials: GithubCredentials },
): GithubError {
  if (thrown instanceof GithubError) return thrown;
  const { status, message = "", cause, response, headers, data, errors } = (thrown ?? {}) as Failure;
  const secret = credentials.kind === "token" ? credentials.token : credentials.privateKey;
  const detail = createKeyGuard(secret)
    .removeKey(message.replaceAll(/\s+/g, " ").slice(0, 4 * MAX_DETAIL))
    .replaceAll(TOKENS, "[key]")
    .slice(0, MAX_DETAIL)
    .toWellFormed();
  const target = `${new URL(apiUrl).host}: ${what}`;
  if (cause instanceof ForeignRedirectError) {
    const hint = "set github.api_url to the address of the API";
    return new GithubError("host_moved", `${target}: ${cause.message}, which Emend does not follow; ${hint}`);
  }
  const graphqlErrors = errors ?? fieldOf(data, "errors");
  if (Array.isArray(graphqlErrors)) {
    return explainQuery(target, detail, graphqlErrors, headers ?? response?.headers ?? {});
  }
  if (status === undefined) {
    const hint = "check github.app_id, github.app_key and github.installation_id, or the token";
    return new GithubError("host_misconfigured", `${target} could not be sent (${detail}); ${hint}`);
  }
  if (response === undefined) return unreachable(target, cause, detail);
  if (status === 429 || (status === 403 && isLimit(message, response.headers)))
    return busy(target, response.headers);
  if (status === 401) {
    const hint = "check the token or the App's key";
    return new GithubError(
      "host_unauthorised",
      `${target}: the credentials were refused (${detail}); ${hint}`,
    );
  }
  if (status === 403) {
    const hint = what.startsWith("GET ")
      ? "give the token read access to the repository's pull requests"
      : "give the token write access to pull requests and checks; checks need an App's token";
    return new GithubError("host_forbidden", `${target} is not allowed (${detail}); ${hint}`);
  }
  if (status === 404 || status === 410) {
    const hint = "check the name, and that the token can read the repository";
    const reason = `there is no such repository, pull request or commit (${status})`;
    return new GithubError("host_not_found", `${target}: ${reason}; ${hint}`);
  }
  if (status < 500) {
    const hint = "use the pull request's newest commit and its diff";
    return new GithubError("host_refused", `${target} was refused (${status}: ${detail}); ${hint}`);
  }
  return new GithubError("host_failed", `${target} failed on GitHub's side (${status}); try again later`);
}

/** What GraphQL says about a query that it did not answer. */
function explainQuery(
  target: string,
  detail: string,
  errors: readonly unknown[],
  headers: LimitHeaders,
): GithubError {
  const types = new Set(errors.map((error) => fieldOf(error, "type")));
  if (types.has("RATE_LIMITED")) return busy(target, headers);
  if (types.has("NOT_FOUND")) {
    const hint = "check the name, and that the token can read the repository";
    return new GithubError("host_not_found", `${target}: there is no such repository; ${hint}`);
  }
  if (types.has("FORBIDDEN") || types.has("INSUFFICIENT_SCOPES")) {
    return new GithubError(
      "host_forbidden",
      `${target} is not allowed (${detail}); check the token's scopes`,
    );
  }
  if (/something went wrong|time(?:d |-)?out/i.test(detail)) {
    return new GithubError("host_failed", `${target} failed on GitHub's side; try again later`);
  }
  return new GithubError(
    "host_refused",
    `${target} was refused (${detail}); check the token and github.api_url`,
  );
}

function unreachable(target: string, cause: unknown, detail: string): GithubError {
  const isLate = cause instanceof Error && cause.name === "TimeoutError";
  const why = isLate ? "no answer came in time" : `no connection (${detail})`;
  return new GithubError("host_unreachable", `${target}: ${why}; check the network and github.api_url`);
}

function busy(target: string, headers: LimitHeaders): GithubError {
  const now = Date.now();
  const seconds = Math.min(parseRetrySeconds(headers, now) ?? 60, 86_400);
  const when = new Date(now + seconds * 1_000).toISOString().replace(/\.\d+Z$/, "Z");
  return new GithubError("host_busy", `${target} is rate-limited; try again after ${when}`);
}
