import { createAppAuth } from "@octokit/auth-app";
import { Octokit } from "@octokit/core";
import { retry } from "@octokit/plugin-retry";
import { throttling } from "@octokit/plugin-throttling";
import { ForeignRedirectError, createGithubFetch } from "./github-fetch.ts";
import { parseRetrySeconds, type LimitHeaders, type TryWait } from "./rate-limit.ts";

export type GithubCredentials =
  | { readonly kind: "token"; readonly token: string }
  | {
      readonly kind: "app";
      readonly appId: string;
      readonly privateKey: string;
      readonly installationId: string;
    };

export interface OctokitSettings {
  readonly baseUrl: string;
  readonly credentials: GithubCredentials;
  readonly timeoutMs: number;
  /** Milliseconds per second of waiting. Tests shorten it. */
  readonly secondMs: number;
}

/** Options attached to each request. */
interface SendRequest {
  readonly tryWait: TryWait;
  /** Whether it may be sent again if it is uncertain whether it took effect. */
  readonly repeatable: boolean;
}

const MOST_RETRIES = 3;
/** Used if the server limits requests without saying for how long. */
const DEFAULT_WAIT_SECONDS = 60;
const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
/** `retryWhenAllowed` decides about retries, so the retry plugin's own list is disabled. */
const EVERY_FAILURE = Array.from({ length: 200 }, (_, index) => 400 + index);

const PoliteOctokit = Octokit.plugin(throttling, retryWhenAllowed, retry);

/** The session paces writes itself: the plugin waits up to three seconds, and treats reads by POST as writes. */
const NO_PACING = { key: () => ({ schedule: async (_options: unknown, job: () => Promise<void>) => job() }) };

let opened = 0;

export function openOctokit({ baseUrl, credentials, timeoutMs, secondMs }: OctokitSettings): Octokit {
  opened += 1;
  const onLimit = (seconds: number, options: object): boolean =>
    requestOptions(options)?.tryWait(seconds) ?? false;
  return new PoliteOctokit({
    ...authOf(credentials),
    baseUrl,
    userAgent: "emend",
    log: SILENT,
    request: { fetch: createGithubFetch(timeoutMs) },
    throttle: {
      id: `emend-${opened}`,
      retryAfterBaseValue: secondMs,
      fallbackSecondaryRateRetryAfter: DEFAULT_WAIT_SECONDS,
      write: NO_PACING as never,
      notifications: NO_PACING as never,
      onRateLimit: onLimit,
      onSecondaryRateLimit: onLimit,
    },
    retry: { doNotRetry: EVERY_FAILURE, retryAfterBaseValue: secondMs },
  });
}

function authOf(credentials: GithubCredentials): Record<string, unknown> {
  if (credentials.kind === "token") return { auth: credentials.token };
  const { appId, installationId, privateKey } = credentials;
  // Keys in environment variables often contain escaped line breaks.
  return {
    authStrategy: createAppAuth,
    auth: { appId, installationId, privateKey: privateKey.replaceAll("\\n", "\n") },
  };
}

interface Failure {
  readonly status?: number;
  readonly message: string;
  readonly cause?: unknown;
  readonly request?: unknown;
  readonly response?: { readonly headers: LimitHeaders };
}

interface Retrying {
  readonly retry: { retryRequest(error: Failure, retries: number, seconds: number): Failure };
}

/** Sits between the plugins: handles limits that throttling does not know, and server errors. */
function retryWhenAllowed(octokit: Octokit): void {
  octokit.hook.error("request", (thrown, options) => {
    const failure = thrown as Failure;
    const request = requestOptions(options);
    const seconds = request === undefined ? undefined : secondsToWait(failure, request, options);
    if (failure.request === undefined || seconds === undefined || request?.tryWait(seconds) !== true)
      throw thrown;
    throw (octokit as unknown as Retrying).retry.retryRequest(failure, MOST_RETRIES, seconds) as Error;
  });
}

function secondsToWait(failure: Failure, request: SendRequest, options: object): number | undefined {
  const { status = 0, response } = failure;
  if (status === 429 || status === 403) {
    // Throttling has already asked about the limits it knows, and was told not to wait.
    const isKnown =
      /\bsecondary rate\b/i.test(failure.message) ||
      String(response?.headers["x-ratelimit-remaining"]) === "0";
    if (isKnown) return undefined;
    const asked = parseRetrySeconds(response?.headers ?? {}, Date.now());
    return asked ?? (status === 429 ? DEFAULT_WAIT_SECONDS : undefined);
  }
  if (status < 500 || !request.repeatable || failure.cause instanceof ForeignRedirectError) return undefined;
  const attempt = ((options as { request?: { retryCount?: number } }).request?.retryCount ?? 0) + 1;
  return attempt > MOST_RETRIES ? undefined : attempt ** 2;
}

const requestOptions = (options: object): SendRequest | undefined =>
  (options as { request?: { emend?: SendRequest } }).request?.emend;
