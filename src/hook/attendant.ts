import { defined } from "../core/defined.ts";
import { chmodSync, renameSync, rmSync, statSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { fieldOf, oneOf, textOf, isJsonObject } from "../core/json/json.ts";
import { frameAnswer } from "./ask-attendant.ts";
import { type Environment, handleRequest, type HookRequest, type HookResult } from "./handle-request.ts";
import { MOST_EVENT_BYTES, patienceOf } from "./hook-limits.ts";
import { PROTOCOLS } from "./hook-event.ts";

/** Whoever says nothing for so long has gone. */
const SILENCE_MS = 10_000;

/** Past these another takes its place: whatever grows in a process, grows in one that never ends. */
const MOST_AGE_MS = 12 * 3_600_000;
const MOST_MEMORY = 512 * 1024 * 1024;

interface AttendantOptions {
  readonly socket: string;
  readonly idleMs: number;
  /** How often it looks whether it is still wanted. */
  readonly lookMs?: number;
  /** After the answer is given. */
  readonly onAnswered: (result: HookResult, request: HookRequest) => void;
}

/**
 * Answers hooks of this user until none came for a while. A hook that would have to load everything first takes some
 * 100 ms longer; nothing but speed depends on the attendant. Ends by itself once another has taken its place.
 */
export async function attend({
  socket,
  idleMs,
  lookMs = 15_000,
  onAnswered,
}: AttendantOptions): Promise<void> {
  const begun = Date.now();
  let last = begun;
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
      const fit = Date.now() - begun < MOST_AGE_MS && process.memoryUsage.rss() < MOST_MEMORY;
      const wanted = idOf(socket) === id && (busy > 0 || (fit && Date.now() - last < idleMs));
      if (wanted) return;
      clearInterval(timer);
      if (idOf(socket) === id)
        for (const mine of [socket, `${socket}.started`]) rmSync(mine, { force: true });
      server.close(() => resolve());
    }, lookMs);
  });
}

/** Listens under another name first: the last to move its socket into place is the one that is asked. */
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

/** The first failure that is heard loads and compiles what hears it, and the first file what is known of it. */
async function warmUp(): Promise<void> {
  await import("./store-knowledge.ts");
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
    if (size > MOST_EVENT_BYTES + 1024 * 1024) connection.destroy();
    else chunks.push(chunk);
  });
  connection.on("end", () => {
    const request = readRequest(Buffer.concat(chunks).toString("utf8"));
    if (request === undefined) return void connection.destroy();
    const until = request.heardAt + patienceOf(request.text);
    handleRequest(request, () => until - Date.now()).then(
      (result) => {
        connection.end(frameAnswer(result.answer));
        onAnswered(result, request);
      },
      // Whoever asked answers for itself.
      () => connection.destroy(),
    );
  });
}

function readRequest(message: string): HookRequest | undefined {
  const feed = message.indexOf("\n");
  let about: unknown;
  try {
    about = JSON.parse(message.slice(0, Math.max(0, feed)));
  } catch {
    return undefined;
  }
  const text = (name: string): string | undefined => textOf(fieldOf(about, name));
  const [cwd, id, env, heardAt] = [text("cwd"), text("id"), fieldOf(about, "env"), fieldOf(about, "heardAt")];
  if (cwd === undefined || id === undefined || !isJsonObject(env) || typeof heardAt !== "number")
    return undefined;
  const [agent, store] = [text("agent"), text("store")];
  const protocol = oneOf(fieldOf(about, "protocol"), PROTOCOLS);
  return {
    text: message.slice(feed + 1),
    cwd,
    id,
    env: env as Environment,
    heardAt,
    ...defined({ agent, store, protocol }),
  };
}
