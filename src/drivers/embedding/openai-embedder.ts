import { defined } from "../../core/defined.ts";
import type { Embedder } from "../../ports/vector-index.ts";
import { EmbeddingError } from "./embedding-error.ts";
import { readEmbeddings } from "./read-embeddings.ts";
import { type RetryPlan, retryDelay } from "./retry-delay.ts";
import { setTimeout } from "node:timers/promises";

const LARGEST_ANSWER = 33_554_432;

const LONGEST_SAYING = 300;

/** Refusals that a text can be the reason of. */
const ABOUT_TEXT: ReadonlySet<number> = new Set([400, 413, 422]);

/** Below what any such model takes, so that no text is refused for its length. */
const LONGEST_TEXT = 4_000;
/** What no server minds. */
const PLAIN: readonly string[] = ["dimensions"];
const RETRY: RetryPlan = { attempts: 5, baseMs: 500, capMs: 20_000 };

export interface OpenAiEmbedderOptions {
  /** The server, with or without the path `/v1/embeddings`. */
  readonly url: string;
  readonly model: string;
  /** Left out for servers that ask for none. */
  readonly apiKey?: string;
  /** Asked of the server; when left out, a first question tells how long its vectors are. */
  readonly dimensions?: number;
  /** For one attempt; 30 seconds when left out. */
  readonly timeoutMs?: number;
  /** The most texts of one request; 64 when left out. */
  readonly batch?: number;
  readonly retry?: RetryPlan;
}

/** An embedder behind any server that speaks OpenAI's `/v1/embeddings`. */
export async function createOpenAiEmbedder(options: OpenAiEmbedderOptions): Promise<Embedder> {
  const { model, dimensions: wished } = options;
  const batch = Math.max(1, Math.trunc(options.batch ?? 64)) || 1;
  const endpoint = readEndpoint(options);
  const ask = async (
    texts: readonly string[],
    expected: number | undefined,
  ): Promise<readonly Float32Array[]> => {
    const question = (input: readonly string[]): object => ({
      model,
      input,
      encoding_format: "float",
      ...defined({ dimensions: wished }),
    });
    const body = await postEmbeddings(endpoint, question(texts.map(sendable)), question(PLAIN));
    const reading = readEmbeddings(body, texts.length, expected);
    if (reading.state === "read") return reading.vectors;
    throw new EmbeddingError(
      "embedding_answer_unfit",
      `the answer of ${endpoint.url.origin} cannot be used, because ${reading.reason}; check the address and the model`,
    );
  };
  const dimensions = wished ?? (await ask(PLAIN, undefined))[0]!.length;
  return {
    name: `openai:${model}:${dimensions}`,
    dimensions,
    embed: async (texts) => {
      const vectors: Float32Array[] = [];
      for (let at = 0; at < texts.length; at += batch)
        vectors.push(...(await ask(texts.slice(at, at + batch), dimensions)));
      return vectors;
    },
  };
}

/** Servers refuse the empty text, and halves of characters. */
const sendable = (text: string): string => (text === "" ? " " : text.slice(0, LONGEST_TEXT).toWellFormed());

/** No message tells the key, nor an address that holds one. */
function readEndpoint(options: OpenAiEmbedderOptions): EmbeddingsEndpoint {
  const { apiKey, timeoutMs = 30_000, retry = RETRY } = options;
  const url = URL.canParse(options.url) ? new URL(options.url) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    throw new EmbeddingError(
      "embedding_refused",
      "the address of the embedding server must start with http:// or https:// and contain no password; set the key separately",
    );
  if (apiKey !== undefined && !/^[!-~]+$/.test(apiKey))
    throw new EmbeddingError(
      "embedding_refused",
      "the key of the embedding server contains invalid characters; check that it was copied completely and without line breaks",
    );
  const path = url.pathname.replace(/\/$/, "");
  if (!path.endsWith("/embeddings")) url.pathname = `${path === "" ? "/v1" : path}/embeddings`;
  return { url, timeoutMs, retry, ...defined({ apiKey }) };
}

interface EmbeddingsEndpoint {
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

/**
 * Asks until there is an answer; what may pass is tried again, what the server refuses is not. A server that breaks at
 * the question each time and answers the `plain` one is there, and the question is at fault.
 */
async function postEmbeddings(
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
