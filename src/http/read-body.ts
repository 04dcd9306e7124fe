import { HttpProblem } from "./http-problem.ts";
import { takeTurn } from "./take-turn.ts";

/** Reads at most `maxBytes`. A larger Content-Length is refused before anything is read. */
export async function readBody(
  request: Request,
  maxBytes: number,
  advice = "an administrator can raise server.body_limit_kib",
): Promise<Uint8Array> {
  const tooLarge = (): HttpProblem =>
    new HttpProblem("body_too_large", `expected at most ${maxBytes} bytes; ${advice}`);
  const contentLength = request.headers.get("content-length");
  if (contentLength !== null) {
    if (Number(contentLength) > maxBytes) throw tooLarge();
    return new Uint8Array(await request.arrayBuffer().catch(cutOff));
  }
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(cutOff);
    if (done) return Buffer.concat(chunks);
    size += value.byteLength;
    if (size > maxBytes) throw tooLarge();
    chunks.push(value);
  }
}

/** The client disconnected, which must not be logged as our error. */
function cutOff(): never {
  throw new HttpProblem("body_cut_off", "the connection ended before the body was complete");
}

/** Larger bodies take a while to parse and validate. */
const LARGE_BYTES = 65_536;

const decoder = new TextDecoder("utf-8", { fatal: true });

/** A JSON body. The content type is required, because forms of other sites cannot set it. */
export async function readJson(
  request: Request,
  maxBytes: number,
  advice?: string,
): Promise<{ readonly text: string; readonly value: unknown }> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/(?:[\w.-]{1,60}\+)?json\s*(?:;|$)/i.test(type)) {
    throw new HttpProblem("not_json", "expected the header Content-Type: application/json");
  }
  const bytes = await readBody(request, maxBytes, advice);
  if (bytes.byteLength > LARGE_BYTES) await takeTurn();
  try {
    const text = decoder.decode(bytes);
    return { text, value: JSON.parse(text) as unknown };
  } catch {
    throw new HttpProblem("malformed_json", "expected one JSON value in UTF-8");
  }
}

/** The limit for requests without a token or a signature. A login needs a few hundred bytes. */
const PUBLIC_BODY_BYTES = 8_192;

const PUBLIC_ADVICE = "requests without a token are limited to this size";

export const readPublicJson = (request: Request): ReturnType<typeof readJson> =>
  readJson(request, PUBLIC_BODY_BYTES, PUBLIC_ADVICE);

export const readPublicForm = async (request: Request): Promise<URLSearchParams> =>
  new URLSearchParams(new TextDecoder().decode(await readBody(request, PUBLIC_BODY_BYTES, PUBLIC_ADVICE)));
