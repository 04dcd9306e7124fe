import { randomUUID } from "node:crypto";
import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { RequestError } from "@hono/node-server";
import { HttpProblem, problemBody, toldOf } from "./http-problem.ts";
import { type ProblemCode, PROBLEMS } from "./problem-codes.ts";
import { SECURITY_HEADERS } from "./security-headers.ts";

const CODES: Readonly<Record<string, readonly [code: ProblemCode, detail: string]>> = {
  HPE_HEADER_OVERFLOW: ["head_too_large", "expected at most 16 KiB of headers"],
  ERR_HTTP_REQUEST_TIMEOUT: ["too_slow", "the request was not complete in time"],
};

/**
 * Refuses what the server cannot read as a request, in the same form as everything else. Nothing is written into an
 * answer that is on its way.
 */
export function refuseConnection(
  { code = "" }: NodeJS.ErrnoException,
  socket: Duplex,
  answering: ServerResponse | undefined,
): void {
  const isTelling = answering !== undefined && answering.headersSent && !answering.writableFinished;
  if (!socket.writable || isTelling) return void socket.destroy();
  const [problem, detail] = CODES[code] ?? (["malformed_request", "expected an HTTP/1.1 request"] as const);
  const { status } = PROBLEMS[problem];
  const { headers, body } = refusal(problem, detail);
  const lines = Object.entries({
    ...headers,
    "content-length": Buffer.byteLength(body),
    connection: "close",
  });
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...lines.map(([name, value]) => `${name}: ${value}`),
      "",
      body,
    ].join("\r\n"),
    // Whoever does not hang up is not waited for.
    () => socket.destroy(),
  );
}

/** Refuses a request whose address nobody can make sense of; anything else that comes up to here is ours to mend. */
export function refuseRequest(error: unknown): Response {
  const [code, detail] =
    error instanceof RequestError
      ? (["malformed_request", "expected a valid address and host"] as const)
      : (["internal_error", "this is a bug in Emend, not your mistake"] as const);
  const { headers, body } = refusal(code, detail);
  return new Response(body, { status: PROBLEMS[code].status, headers });
}

function refusal(code: ProblemCode, detail: string) {
  const id = randomUUID();
  return {
    headers: {
      ...SECURITY_HEADERS,
      "cache-control": "no-store",
      "content-type": "application/problem+json",
      "x-request-id": id,
    },
    body: JSON.stringify(problemBody(toldOf(new HttpProblem(code, detail)), id)),
  };
}
