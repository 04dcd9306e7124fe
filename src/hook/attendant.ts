import { defined } from "../core/defined.ts";
import { chmodSync, renameSync, rmSync, statSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { fieldOf, oneOf, textOf, isJsonObject } from "../core/json/json.ts";
import { encodeAnswer } from "./ask-attendant.ts";
import { type Environment, handleRequest, type HookRequest, type HookResult } from "./handle-request.ts";
import { MAX_EVENT_BYTES, hookTimeout } from "./hook-limits.ts";
import { PROTOCOLS } from "./hook-event.ts";

/** A client that is silent for this long is gone. */
const SILENCE_MS = 10_000;

/** The process is replaced beyond these limits, because leaks add up in a long-lived process. */
const MAX_AGE_MS = 12 * 3_600_000;
const MAX_MEMORY = 512 * 1024 * 1024;

interface AttendantOptions {
  readonly socket: string;
  readonly idleMs: number;
  /** How often it checks whether it is still needed. */
  readonly checkMs?: number;
  /** Called after the answer was sent. */
  readonly onAnswered: (result: HookResult, request: HookRequest) => void;
}

/**
 * Answers this user's hooks until none has come for a while, or another attendant took over the socket. A hook that loads
 * everything itself takes about 100 ms longer; only speed depends on the attendant.
 */
export async function attend({
  socket,
  idleMs,
  checkMs = 15_000,
  onAnswered,
}: AttendantOptions): Promise<void> {
  const startedAt = Date.now();
  let last = startedAt;
  let busy = 0;
  const server = createServer({ allowHalfOpen: true }, (connection) => {
    last = Date.now();
    busy += 1;
    connection.on("close", () => {
      busy -= 1;
      last = Date.now();
    });
    serve(connection, onAnswered);
  });
  const id = await listen(server, socket);
  await warmUp();
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const isHealthy = Date.now() - startedAt < MAX_AGE_MS && process.memoryUsage.rss() < MAX_MEMORY;
      const isNeeded = idOf(socket) === id && (busy > 0 || (isHealthy && Date.now() - last < idleMs));
      if (isNeeded) return;
      clearInterval(timer);
      if (idOf(socket) === id)
        for (const file of [socket, `${socket}.started`]) rmSync(file, { force: true });
      server.close(() => resolve());
    }, checkMs);
  });
}

/** Listens on a draft path first: the last attendant that renames its socket into place gets the requests. */
async function listen(server: Server, socket: string): Promise<number | undefined> {
  const draft = `${socket}.${process.pid}`;
  rmSync(draft, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(draft, resolve);
  });
  chmodSync(draft, 0o600);
  renameSync(draft, socket);
  return idOf(socket);
}

function idOf(socket: string): number | undefined {
  try {
    return statSync(socket).ino;
  } catch {
    return undefined;
  }
}

/** Loads and compiles what the first failure and the first edited file would need. */
async function warmUp(): Promise<void> {
  await import("./store-knowledge.ts");
  // Without any grammar: those of the languages that are edited are loaded when they are.
  await import("./check-edit.ts");
  const { detectSignal } = await import("../core/signal/detect-signal.ts");
  detectSignal("FAILED tests/test_a.py::test_b - assert 1 == 2\n1 failed, 2 passed in 0.1s\n", {
    kind: "tool_output",
  });
}

function serve(connection: Socket, onAnswered: AttendantOptions["onAnswered"]): void {
  const chunks: Buffer[] = [];
  let size = 0;
  connection.setTimeout(SILENCE_MS, () => connection.destroy());
  connection.on("error", () => connection.destroy());
  connection.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_EVENT_BYTES + 1024 * 1024) connection.destroy();
    else chunks.push(chunk);
  });
  connection.on("end", () => {
    const request = readRequest(Buffer.concat(chunks).toString("utf8"));
    if (request === undefined) return void connection.destroy();
    const until = request.receivedAt + hookTimeout(request.text);
    handleRequest(request, () => until - Date.now()).then(
      (result) => {
        connection.end(encodeAnswer(result.answer));
        onAnswered(result, request);
      },
      // The hook then answers by itself.
      () => connection.destroy(),
    );
  });
}

function readRequest(message: string): HookRequest | undefined {
  const lineEnd = message.indexOf("\n");
  let header: unknown;
  try {
    header = JSON.parse(message.slice(0, Math.max(0, lineEnd)));
  } catch {
    return undefined;
  }
  const text = (name: string): string | undefined => textOf(fieldOf(header, name));
  const [cwd, id, env, receivedAt] = [
    text("cwd"),
    text("id"),
    fieldOf(header, "env"),
    fieldOf(header, "receivedAt"),
  ];
  if (cwd === undefined || id === undefined || !isJsonObject(env) || typeof receivedAt !== "number")
    return undefined;
  const [agent, store] = [text("agent"), text("store")];
  const protocol = oneOf(fieldOf(header, "protocol"), PROTOCOLS);
  return {
    text: message.slice(lineEnd + 1),
    cwd,
    id,
    env: env as Environment,
    receivedAt,
    ...defined({ agent, store, protocol }),
  };
}
