import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { requirePrograms } from "./install-programs.ts";

export interface RedisServer {
  readonly url: string;
  /** Ends the server in order and starts it again on the same port and folder. */
  readonly restart: () => Promise<void>;
  /** Ends it at once, as a power cut does; `restart` brings it back. */
  readonly kill: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface RedisServerOptions {
  /** Writes every command to disk before it answers, so that a restart loses nothing. */
  readonly appendonly?: boolean;
  readonly password?: string;
  readonly replicaOf?: string;
}

/** Starts a real Redis on a free port of this machine, in a folder that goes with it. */
export async function startRedis(options: RedisServerOptions = {}): Promise<RedisServer> {
  requirePrograms({ "redis-server": ["redis-server"] });
  const folder = mkdtempSync(join(tmpdir(), "emend-redis-"));
  const port = await freePort();
  const { appendonly = false, password, replicaOf } = options;
  const place = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder];
  const flags = [
    ...place,
    "--save",
    "",
    ...(appendonly ? ["--appendonly", "yes", "--appendfsync", "always"] : []),
    ...(password === undefined ? [] : ["--requirepass", password]),
    ...(replicaOf === undefined ? [] : ["--replicaof", "127.0.0.1", new URL(replicaOf).port]),
  ];
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    child = spawn("redis-server", flags, { stdio: "ignore" });
    await reachable(port, child);
  };
  const end = async (signal: "SIGTERM" | "SIGKILL"): Promise<void> => {
    const ending = child;
    child = undefined;
    if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = once(ending, "exit");
    ending.kill(signal);
    await ended;
  };
  const clean = (): void => {
    child?.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  };
  // A test that fails may never get to stop it.
  process.once("exit", clean);
  await start();
  return {
    url: `redis://${password === undefined ? "" : `:${password}@`}127.0.0.1:${port}`,
    restart: async () => {
      await end("SIGTERM");
      await start();
    },
    kill: () => end("SIGKILL"),
    stop: async () => {
      await end("SIGKILL");
      clean();
      process.off("exit", clean);
    },
  };
}

async function reachable(port: number, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`redis-server ended with ${child.exitCode}`);
    if (Date.now() > deadline) throw new Error(`redis-server does not answer on port ${port}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}
