import { chunk } from "../../core/chunk.ts";
import { defined } from "../../core/defined.ts";
import type { Embedder } from "../../ports/vector-index.ts";
import { EmbeddingError } from "./embedding-error.ts";
import { postEmbeddings, type EmbeddingsEndpoint } from "./post-embeddings.ts";
import { readEmbeddings } from "./read-embeddings.ts";
import type { RetryOptions } from "../../core/event/retry-delay.ts";

/** Below the limit of any such model, so that no text is refused for its length. */
const LONGEST_TEXT = 4_000;
/** A text that every server accepts. */
const PLAIN: readonly string[] = ["dimensions"];
const RETRY: RetryOptions = { attempts: 5, baseMs: 500, capMs: 20_000 };

export interface OpenAiEmbedderOptions {
  /** The server's address, with or without the path `/v1/embeddings`. */
  readonly url: string;
  readonly model: string;
  /** Left out for servers that need none. */
  readonly apiKey?: string;
  /** Requested from the server. Left out, a first request finds out the length of its vectors. */
  readonly dimensions?: number;
  /** Per attempt. Left out, 30 seconds. */
  readonly timeoutMs?: number;
  /** Maximum texts per request. Left out, 64. */
  readonly batch?: number;
  readonly retry?: RetryOptions;
}

/** An embedder for any server with OpenAI's `/v1/embeddings`. */
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
      for (const some of chunk(texts, batch)) vectors.push(...(await ask(some, dimensions)));
      return vectors;
    },
  };
}

/** Servers refuse empty text and lone surrogates. */
const sendable = (text: string): string => (text === "" ? " " : text.slice(0, LONGEST_TEXT).toWellFormed());

/** No message contains the key, or an address with one. */
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
