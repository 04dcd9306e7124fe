import { HttpProblem } from "./http-problem.ts";
import { takeTurn } from "./take-turn.ts";

/**
 * The body's bytes, at most so many. A length that is stated is refused before anything is read; one that is not is
 * counted as it comes.
 */
export async function readBody(
  request: Request,
  mostBytes: number,
  advice = "an administrator can raise server.body_limit_kib",
): Promise<Uint8Array> {
  const tooLarge = (): HttpProblem =>
    new HttpProblem("body_too_large", `expected at most ${mostBytes} bytes; ${advice}`);
  const stated = request.headers.get("content-length");
  if (stated !== null) {
    if (Number(stated) > mostBytes) throw tooLarge();
    return new Uint8Array(await request.arrayBuffer().catch(cutOff));
  }
  if (request.body === null) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(cutOff);
    if (done) return Buffer.concat(parts);
    size += value.byteLength;
    if (size > mostBytes) throw tooLarge();
    parts.push(value);
  }
}

/** Whoever sent it went away, which is no fault of ours. */
function cutOff(): never {
  throw new HttpProblem("body_cut_off", "the connection ended before the body was complete");
}

/** What takes a while to parse and check. */
const LARGE_BYTES = 65_536;

const decoder = new TextDecoder("utf-8", { fatal: true });

/** A JSON body; the media type must say so, which no form of another site can. */
export async function readJson(
  request: Request,
  mostBytes: number,
  advice?: string,
): Promise<{ readonly text: string; readonly value: unknown }> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/(?:[\w.-]{1,60}\+)?json\s*(?:;|$)/i.test(type)) {
    throw new HttpProblem("not_json", "expected the header Content-Type: application/json");
  }
  const bytes = await readBody(request, mostBytes, advice);
  if (bytes.byteLength > LARGE_BYTES) await takeTurn();
  try {
    const text = decoder.decode(bytes);
    return { text, value: JSON.parse(text) as unknown };
  } catch {
    throw new HttpProblem("malformed_json", "expected one JSON value in UTF-8");
  }
}
