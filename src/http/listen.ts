import { createServer, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import { getRequestListener, RequestError } from "@hono/node-server";
import { ExternalError } from "../ports/errors.ts";
import { randomUUID } from "node:crypto";
import type { Duplex } from "node:stream";
import { HttpProblem, problemBody } from "./http-problem.ts";
import { type ProblemCode, PROBLEMS } from "./problem-codes.ts";
import { SECURITY_HEADERS } from "./security-headers.ts";

const CODES: Readonly<Record<string, readonly [code: ProblemCode, detail: string]>> = {
  HPE_HEADER_OVERFLOW: ["head_too_large", "expected at most 16 KiB of headers"],
  ERR_HTTP_REQUEST_TIMEOUT: ["too_slow", "the request was not complete in time"],
};

export interface Listening {
  readonly host: string;
  readonly port: number;
  /** Accepts no new requests, finishes running ones, and cuts off those that take too long. */
  readonly stop: () => Promise<void>;
}

/** In milliseconds. */
export interface ListenTimeouts {
  readonly headers: number;
  /** For the whole request, including its body. */
  readonly request: number;
  /** How often connections are checked for these timeouts. */
  readonly check: number;
  /** How long running requests may still take when the server stops. */
  readonly shutdown: number;
}

const TIMEOUTS: ListenTimeouts = { headers: 10_000, request: 30_000, check: 2_000, shutdown: 10_000 };

const REFUSALS: Readonly<Record<string, readonly [code: string, message: string]>> = {
  EADDRINUSE: ["port_taken", "the port is in use; choose another with --port, or 0 for a free one"],
  EACCES: ["port_refused", "permission denied; use a port from 1024 up"],
  EADDRNOTAVAIL: ["host_unknown", "this machine does not have that address; use 127.0.0.1 for local access"],
  ENOTFOUND: ["host_unknown", "unknown host name; use 127.0.0.1 for local access"],
};

/** Serves requests on a port, and drops clients that send headers or a body too slowly. */
export async function listen(
  fetch: (request: Request, env: unknown) => Response | Promise<Response>,
  {
    host,
    port,
    timeouts = TIMEOUTS,
  }: { readonly host: string; readonly port: number; readonly timeouts?: ListenTimeouts },
): Promise<Listening> {
  // HTTP/1.0 clients send no Host header; this name keeps their URL valid.
  const handleRequest = getRequestListener(fetch, { hostname: host, errorHandler: refuseRequest });
  const server = createServer(
    {
      headersTimeout: timeouts.headers,
      requestTimeout: timeouts.request,
      connectionsCheckingInterval: timeouts.check,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 16_384,
    },
    handleRequest,
  );
  const responses = new WeakMap<object, ServerResponse>();
  server.on("request", (_request, response) => responses.set(response.socket!, response));
  server.on("checkExpectation", handleRequest);
  server.on("clientError", (error, socket) => refuseConnection(error, socket, responses.get(socket)));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve());
  }).catch((cause: NodeJS.ErrnoException) => {
    const [code, message] = REFUSALS[cause.code ?? ""] ?? ["cannot_listen", cause.message];
    throw new ExternalError(code, `cannot listen on ${host}:${port}: ${message}`, cause);
  });
  const address = server.address();
  return {
    host,
    port: typeof address === "object" && address !== null ? address.port : port,
    stop: () => stop(server, timeouts),
  };
}

/** Keep-alive connections would otherwise keep the server running. */
const IDLE_CHECK_MS = 50;

function stop(server: Server, { shutdown }: ListenTimeouts): Promise<void> {
  return new Promise((resolve) => {
    const timeout = setTimeout(() => server.closeAllConnections(), shutdown);
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
    server.close(() => {
      clearTimeout(timeout);
      clearInterval(idle);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** Answers an unreadable request with a problem, unless a response is already being sent on the connection. */
function refuseConnection(
  { code = "" }: NodeJS.ErrnoException,
  socket: Duplex,
  response: ServerResponse | undefined,
): void {
  const isResponding = response !== undefined && response.headersSent && !response.writableFinished;
  if (!socket.writable || isResponding) return void socket.destroy();
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
    // Do not wait for the client to close.
    () => socket.destroy(),
  );
}

/** A RequestError is an invalid address or host. Any other error that gets here is a bug. */
function refuseRequest(error: unknown): Response {
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
    body: JSON.stringify(problemBody(new HttpProblem(code, detail), id)),
  };
}
