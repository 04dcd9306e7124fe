import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { freePort } from "../free-port.ts";
import type { LabNetwork } from "./lab-network.ts";

/** A database or a log that is killed and started again on what it has on disk. */
export interface LabBackend {
  readonly url: string;
  readonly kill: (how: "kill" | "immediate") => Promise<void>;
  /** Starts it where it does not run. */
  readonly up: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Resets every connection at once, and new ones are taken; missing where this machine cannot. */
  readonly drop?: () => Promise<void>;
}

const START_MS = 90_000;

/** A Redis that answers for what is on disk only; `startRedis` has seen to it that there is one on this machine. */
export async function startLabRedis(folder: string, { host, prefix }: LabNetwork): Promise<LabBackend> {
  const port = await freePort();
  const data = join(folder, "redis");
  mkdirSync(data, { recursive: true });
  const flags = `--port ${port} --bind ${host} --protected-mode no --dir ${data} --save --appendonly yes`;
  const backend = ownedBackend({
    name: "redis-server",
    command: [...prefix, "redis-server", ...withEmptySave(flags), "--appendfsync", "always"],
    isUp: () => answers(host, port),
    signals: { kill: "SIGKILL", immediate: "SIGKILL" },
  });
  await backend.up();
  return { url: `redis://${host}:${port}`, ...backend };
}

const withEmptySave = (flags: string): string[] =>
  flags.split(" ").flatMap((flag) => (flag === "--save" ? [flag, ""] : [flag]));

interface BackendOptions {
  readonly name: string;
  readonly command: readonly string[];
  readonly isUp: () => Promise<boolean>;
  readonly signals: Readonly<Record<"kill" | "immediate", NodeJS.Signals>>;
}

/** A process of this lab; while parts of its predecessor live it may end again at once, and is started anew. */
export function ownedBackend(options: BackendOptions): Omit<LabBackend, "url"> {
  const { name, command, isUp, signals } = options;
  let child: ChildProcess | undefined;
  let words = "";
  const clean = (): void => void child?.kill("SIGKILL");
  process.once("exit", clean);
  const begin = (): void => {
    const [file = "", ...args] = command;
    const begun = spawn(file, args, { stdio: ["ignore", "pipe", "pipe"] });
    child = begun;
    for (const stream of [begun.stdout, begun.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => (words = (words + text).slice(-2_000)));
    }
    begun.once("exit", () => {
      if (child === begun) child = undefined;
    });
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ending = child;
    if (ending === undefined) return;
    const ended = once(ending, "exit");
    ending.kill(signal);
    await ended;
    child = undefined;
  };
  return {
    kill: (how) => end(signals[how]),
    up: async () => {
      const deadline = Date.now() + START_MS;
      while (!(await isUp())) {
        if (child === undefined) begin();
        if (Date.now() > deadline) throw new Error(`${name} does not start: ${words.slice(-600)}`);
        await setTimeout(200);
      }
    },
    stop: async () => {
      await end("SIGKILL");
      process.off("exit", clean);
    },
  };
}

/** Whether somebody takes connections there. */
function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: 2_000 }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("timeout", () => socket.destroy());
    socket.on("close", () => resolve(false));
    socket.on("error", () => resolve(false));
  });
}
