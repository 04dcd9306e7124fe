import { parseJson } from "../../core/json/json.ts";
import { defined } from "../../core/defined.ts";
import { setTimeout } from "node:timers/promises";
import type * as z from "zod";
import { ExternalError } from "../../ports/errors.ts";

type VectorsErrorCode = "vectors_unreachable" | "vectors_refused" | "vectors_failed";

export interface ChromaClientOptions {
  /** For example `http://localhost:8000`. */
  readonly url: string;
  /** Sent as `x-chroma-token`. */
  readonly token?: string;
  /** Per attempt. */
  readonly timeoutMs?: number;
}

interface ChromaClient {
  /** The server's address without credentials, for errors and logs. */
  readonly place: string;
  get<Answer>(path: string, form: z.ZodType<Answer>): Promise<Answer>;
  post<Answer>(path: string, body: unknown, form: z.ZodType<Answer>): Promise<Answer>;
}

const TIMEOUT_MS = 10_000;
/** All requests are idempotent, so they may be sent again. */
const WAITS_MS: readonly number[] = [50, 250];
const MAX_DETAIL = 300;

/** Chroma's HTTP API, version 2. Retries twice if the server does not respond or is busy. */
export function createChromaClient(options: ChromaClientOptions): ChromaClient {
  const base = baseOf(options.url);
  const ask = async <Answer>(path: string, init: RequestInit, form: z.ZodType<Answer>): Promise<Answer> => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await askOnce(base, path, { ...init, headers: headersOf(options) }, options, form);
      } catch (error) {
        const wait = WAITS_MS[attempt];
        if (wait === undefined || !(error instanceof TemporaryFailure)) {
          throw error instanceof TemporaryFailure ? error.error : error;
        }
        await setTimeout(wait);
      }
    }
  };
  return {
    place: base,
    get: (path, form) => ask(path, { method: "GET" }, form),
    post: (path, body, form) => ask(path, { method: "POST", body: JSON.stringify(body) }, form),
  };
}

/** A failure that may be temporary. */
class TemporaryFailure extends Error {
  readonly error: ExternalError<VectorsErrorCode>;

  constructor(error: ExternalError<VectorsErrorCode>) {
    super(error.message);
    this.error = error;
  }
}

async function askOnce<Answer>(
  base: string,
  path: string,
  init: RequestInit,
  { timeoutMs = TIMEOUT_MS }: ChromaClientOptions,
  form: z.ZodType<Answer>,
): Promise<Answer> {
  let status: number;
  let text: string;
  try {
    const response = await fetch(`${base}/api/v2/${path}`, {
      ...init,
      signal: AbortSignal.timeout(timeoutMs),
    });
    status = response.status;
    text = await response.text();
  } catch (error) {
    const detail = error instanceof Error ? causeOf(error) : String(error);
    throw new TemporaryFailure(
      toError(
        "vectors_unreachable",
        base,
        "Chroma cannot be reached; check the address and that the server is running",
        detail,
      ),
    );
  }
  if (status >= 400) throw refusalOf(status, base, text);
  const read = form.safeParse(parseJson(text));
  if (read.success) return read.data;
  throw toError(
    "vectors_failed",
    base,
    "this is not a response of Chroma's API version 2; check that the address is that of a Chroma server, version 0.6 or later",
    text,
  );
}

function refusalOf(status: number, base: string, text: string): Error {
  const detail = `${status} ${text}`;
  if (status === 401 || status === 403) {
    return toError("vectors_refused", base, "Chroma refused this user; check the token", detail);
  }
  if (status === 404) {
    return toError(
      "vectors_refused",
      base,
      "Chroma has no such tenant, database or collection; check their names",
      detail,
    );
  }
  if (status === 429 || status >= 500) {
    return new TemporaryFailure(
      toError("vectors_failed", base, "Chroma failed; see its error, and try again", detail),
    );
  }
  return toError("vectors_refused", base, "Chroma refused the request; see its error", detail);
}

function toError(
  code: VectorsErrorCode,
  place: string,
  advice: string,
  detail: string,
): ExternalError<VectorsErrorCode> {
  const cut = detail.replaceAll(/\s+/g, " ").slice(0, MAX_DETAIL);
  return new ExternalError(code, `${place}: ${advice} (${cut})`, new Error(cut));
}

function causeOf(error: Error): string {
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return cause.message || ("code" in cause ? String(cause.code) : error.message);
}

const headersOf = ({ token }: ChromaClientOptions): Record<string, string> => ({
  "content-type": "application/json",
  ...defined({ "x-chroma-token": token }),
});

function baseOf(url: string): string {
  if (/^https?:\/\//.test(url) && URL.canParse(url)) {
    const { protocol, host, pathname } = new URL(url);
    return `${protocol}//${host}${pathname.replace(/\/$/, "")}`;
  }
  throw new ExternalError(
    "vectors_unreachable",
    "the address of Chroma is invalid; expected one such as http://localhost:8000",
  );
}
