import { createServer, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import { getRequestListener, RequestError } from "@hono/node-server";
import { ExternalError } from "../ports/errors.ts";
import { randomUUID } from "node:crypto";
import type { Duplex } from "node:stream";
import { HttpProblem, problemBody, toldOf } from "./http-problem.ts";
import { type ProblemCode, PROBLEMS } from "./problem-codes.ts";
import { SECURITY_HEADERS } from "./security-headers.ts";
import { BlockList, isIP } from "node:net";
import { fail, ok, type Result } from "../core/result.ts";

const CODES: Readonly<Record<string, readonly [code: ProblemCode, detail: string]>> = {
  HPE_HEADER_OVERFLOW: ["head_too_large", "expected at most 16 KiB of headers"],
  ERR_HTTP_REQUEST_TIMEOUT: ["too_slow", "the request was not complete in time"],
};

export interface Listening {
  readonly host: string;
  readonly port: number;
  /** Takes nothing new, finishes what is in hand, and after a while lets go of what does not end. */
  readonly stop: () => Promise<void>;
}

/** In milliseconds. */
export interface ListenTimes {
  /** How long the headers of a request may take. */
  readonly head: number;
  /** How long all of a request may take to come in. */
  readonly request: number;
  /** How often slow ones are looked for. */
  readonly look: number;
  /** How long a request that is in hand may still take once the server stops. */
  readonly patience: number;
}

const TIMES: ListenTimes = { head: 10_000, request: 30_000, look: 2_000, patience: 10_000 };

const REFUSALS: Readonly<Record<string, readonly [code: string, message: string]>> = {
  EADDRINUSE: ["port_taken", "the port is in use; choose another with --port, or 0 for a free one"],
  EACCES: ["port_refused", "permission denied; use a port from 1024 up"],
  EADDRNOTAVAIL: ["host_unknown", "this machine does not have that address; use 127.0.0.1 for local access"],
  ENOTFOUND: ["host_unknown", "unknown host name; use 127.0.0.1 for local access"],
};

/** Answers requests on a port. Whoever sends a head or a body too slowly is let go of. */
export async function listen(
  fetch: (request: Request, env: unknown) => Response | Promise<Response>,
  {
    host,
    port,
    times = TIMES,
  }: { readonly host: string; readonly port: number; readonly times?: ListenTimes },
): Promise<Listening> {
  // Old clients name no host; they are asked for one like any other.
  const answer = getRequestListener(fetch, { hostname: host, errorHandler: refuseRequest });
  const server = createServer(
    {
      headersTimeout: times.head,
      requestTimeout: times.request,
      connectionsCheckingInterval: times.look,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 16_384,
    },
    answer,
  );
  const answering = new WeakMap<object, ServerResponse>();
  server.on("request", (_request, response) => answering.set(response.socket!, response));
  server.on("checkExpectation", answer);
  server.on("clientError", (error, socket) => refuseConnection(error, socket, answering.get(socket)));
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
    stop: () => stop(server, times),
  };
}

/** A connection that was kept for more requests would keep the server too. */
const LOOK_MS = 50;

function stop(server: Server, { patience }: ListenTimes): Promise<void> {
  return new Promise((resolve) => {
    const given = setTimeout(() => server.closeAllConnections(), patience);
    const idle = setInterval(() => server.closeIdleConnections(), LOOK_MS);
    server.close(() => {
      clearTimeout(given);
      clearInterval(idle);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/**
 * Refuses what the server cannot read as a request, in the same form as everything else. Nothing is written into an
 * answer that is on its way.
 */
function refuseConnection(
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
    body: JSON.stringify(problemBody(toldOf(new HttpProblem(code, detail)), id)),
  };
}

/** Whether an address belongs to a proxy whose word about its clients is taken. */
export type IsTrusted = (address: string) => boolean;

/** Reads addresses and networks such as `10.0.0.0/8`; answers the first entry that is neither. */
export function parseTrustedProxies(entries: readonly string[]): Result<IsTrusted, string> {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", bits, ...rest] = entry.trim().split("/");
    const family = isIP(address);
    const most = family === 4 ? 32 : 128;
    const isNetwork = bits !== undefined;
    if (family === 0 || rest.length > 0 || (isNetwork && !isPrefix(bits, most))) return fail(entry);
    const type = family === 4 ? "ipv4" : "ipv6";
    if (isNetwork) list.addSubnet(address, Number(bits), type);
    else list.addAddress(address, type);
  }
  return ok((address) => {
    const family = isIP(address);
    return family !== 0 && list.check(address, family === 4 ? "ipv4" : "ipv6");
  });
}

const isPrefix = (bits: string, most: number): boolean => /^\d{1,3}$/.test(bits) && Number(bits) <= most;
