import { setTimeout } from "node:timers/promises";
import { EmbeddingError } from "./embedding-error.ts";
import { retryDelay, type RetryPlan } from "./retry-delay.ts";

const LARGEST_ANSWER = 33_554_432;
const LONGEST_SAYING = 300;

export interface EmbeddingsEndpoint {
  readonly url: URL;
  readonly apiKey?: string;
  /** For one attempt, until its answer is read in full. */
  readonly timeoutMs: number;
  readonly retry: RetryPlan;
}

type Attempt =
  | { readonly state: "answered"; readonly body: string }
  | { readonly state: "refused"; readonly status: number; readonly body: string }
  | {
      readonly state: "failed";
      readonly what: string;
      readonly asked: string | null;
      /** It answered, and may do so at other texts. */
      readonly broke: boolean;
    };

/** Refusals that a text can be the reason of. */
const ABOUT_TEXT: ReadonlySet<number> = new Set([400, 413, 422]);

/**
 * Asks until there is an answer; what may pass is tried again, what the server refuses is not. A server that breaks at
 * the question each time and answers the `plain` one is there, and the question is at fault.
 */
export async function postEmbeddings(
  endpoint: EmbeddingsEndpoint,
  question: object,
  plain?: object,
): Promise<string> {
  // A question may stand in the address of a server, and a key in the question.
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
    await setTimeout(retryDelay(endpoint.retry, attempt, result.asked));
  }
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
      // The key is for this server and no other.
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

/** An answer that is too long is cut, and then fails to be read. */
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
