import { setTimeout } from "node:timers/promises";
import { retryDelay, type RetryOptions } from "../../core/event/retry-delay.ts";
import { readRetryAfter } from "../../core/webhook/webhook-pause.ts";
import { EmbeddingError } from "./embedding-error.ts";

const LARGEST_ANSWER = 33_554_432;
const LONGEST_SAYING = 300;

export interface EmbeddingsEndpoint {
  readonly url: URL;
  readonly apiKey?: string;
  /** Per attempt, including reading the response. */
  readonly timeoutMs: number;
  readonly retry: RetryOptions;
}

type Attempt =
  | { readonly state: "answered"; readonly body: string }
  | { readonly state: "refused"; readonly status: number; readonly body: string }
  | {
      readonly state: "failed";
      readonly what: string;
      readonly asked: string | null;
      /** The server responded, and may accept other texts. */
      readonly broke: boolean;
    };

/** Refusals that the text may have caused. */
const ABOUT_TEXT: ReadonlySet<number> = new Set([400, 413, 422]);

/**
 * Retries temporary failures, but not refusals. If the server fails every time but answers the `plain` question, the
 * text is at fault.
 */
export async function postEmbeddings(
  endpoint: EmbeddingsEndpoint,
  question: object,
  plain?: object,
): Promise<string> {
  // The query string of an address may contain a key, so it is left out.
  const where = `${endpoint.url.origin}${endpoint.url.pathname}`;
  for (let attempt = 1; ; attempt += 1) {
    const result = await tryOnce(endpoint, JSON.stringify(question));
    if (result.state === "answered") return result.body;
    if (result.state === "refused")
      throw new EmbeddingError(
        ABOUT_TEXT.has(result.status) ? "embedding_refused" : "embedding_denied",
        `${where} refused the request with status ${result.status}; check the address, the model and the key: ${hideKey(result.body, endpoint.apiKey)}`,
      );
    if (attempt >= endpoint.retry.attempts) {
      const isThere =
        result.broke &&
        plain !== undefined &&
        (await tryOnce(endpoint, JSON.stringify(plain))).state === "answered";
      throw isThere
        ? new EmbeddingError(
            "embedding_refused",
            `${where} failed ${attempt} times for this text but not for others, finally because ${result.what}; check its log`,
          )
        : new EmbeddingError(
            "embedding_unreachable",
            `${where} failed ${attempt} times, finally because ${result.what}; try again later`,
          );
    }
    await setTimeout(pauseMs(endpoint.retry, attempt, result.asked));
  }
}

/** What the server asked for, at most the cap, or a random delay. */
export function pauseMs(
  retry: RetryOptions,
  attempt: number,
  asked: string | null,
  now: number = Date.now(),
): number {
  const seconds = readRetryAfter(asked ?? undefined, now);
  return seconds === undefined
    ? retryDelay(attempt, Math.random, retry)
    : Math.min(seconds * 1_000, retry.capMs);
}

async function tryOnce({ url, apiKey, timeoutMs }: EmbeddingsEndpoint, body: string): Promise<Attempt> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      body,
      // The key must not go to any other server.
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await readBounded(response);
    if (response.ok) return { state: "answered", body: text };
    const mayPass = response.status === 429 || response.status === 408 || response.status >= 500;
    return mayPass
      ? {
          state: "failed",
          what: `it answered ${response.status}`,
          asked: response.headers.get("retry-after"),
          broke: response.status >= 500,
        }
      : { state: "refused", status: response.status, body: text };
  } catch (error) {
    const isLate = error instanceof Error && error.name === "TimeoutError";
    return {
      state: "failed",
      what: isLate ? `it took longer than ${timeoutMs} ms` : "the connection failed",
      asked: null,
      broke: false,
    };
  }
}

/** A response that is too long is cut, and then fails to parse. */
async function readBounded(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    parts.push(part);
    size += part.length;
    if (size > LARGEST_ANSWER) break;
  }
  return Buffer.concat(parts).toString();
}

function hideKey(text: string, key: string | undefined): string {
  const hidden = key === undefined || key === "" ? text : text.replaceAll(key, "[key]");
  return hidden.slice(0, LONGEST_SAYING);
}
