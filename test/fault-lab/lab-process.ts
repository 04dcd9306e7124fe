import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";

const SHIFT = pathToFileURL(fileURLToPath(new URL("shift-clock.js", import.meta.url))).href;
const START_MS = 30_000;
const KEPT_WORDS = 6_000;

export interface LabProcess {
  readonly name: string;
  /** Kills it as a power cut does; nothing where it is dead already. */
  readonly kill: () => Promise<void>;
  readonly pause: () => void;
  readonly resume: () => void;
  /** Moves its clock; holds over restarts. */
  readonly shiftClock: (ms: number) => void;
  /** Starts it where it does not run, as whoever watches over it does, until it is up. */
  readonly up: (withinMs?: number) => Promise<void>;
  readonly isUp: () => boolean;
  readonly stop: () => Promise<void>;
  readonly token: () => string | undefined;
  /** The end of what it said. */
  readonly words: () => string;
  /** How often it ended by itself. */
  readonly ends: () => readonly string[];
}

export interface LabProcessOptions {
  readonly name: string;
  readonly bin: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly clockFile: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** One `emend serve` that is started, killed, paused and started again. */
export function labProcess(options: LabProcessOptions): LabProcess {
  const { name, bin, args, cwd, clockFile, env = {} } = options;
  const ends: string[] = [];
  let child: ChildProcess | undefined;
  const tokenFile = `${clockFile}.token`;
  let token: string | undefined;
  let words = "";
  let killing = false;
  writeFileSync(clockFile, "0");

  const isUp = (): boolean => child !== undefined;
  const start = async (): Promise<boolean> => {
    // Of a first start that was cut off; the token counts from the first that was not.
    if (token === undefined) rmSync(tokenFile, { force: true });
    const command = ["serve", "--admin-token-file", tokenFile, ...args];
    const begun = spawn(process.execPath, ["--import", SHIFT, bin, ...command], {
      cwd,
      env: {
        ...process.env,
        EMEND_SERVER_REQUESTS_PER_MINUTE: "0",
        EMEND_SERVER_RECORDS_PER_MINUTE: "0",
        EMEND_FAULT_CLOCK: clockFile,
        ...env,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child = begun;
    killing = false;
    begun.stdout.resume();
    const ready = Promise.withResolvers<boolean>();
    let heard = "";
    begun.stderr.setEncoding("utf8").on("data", (text: string) => {
      words = (words + text).slice(-KEPT_WORDS);
      if (heard.length < 20_000) heard += text;
      if (/emend: (http:\S+) on|emend: worker on/.test(heard)) ready.resolve(true);
    });
    begun.once("exit", (code, signal) => {
      if (child === begun) child = undefined;
      if (!killing) ends.push(`${code ?? signal}, ${heard.slice(-300).trim()}`);
      ready.resolve(false);
    });
    const limit = new AbortController();
    const late = setTimeout(START_MS, false, { signal: limit.signal }).catch(() => false);
    const isReady = await Promise.race([ready.promise, late]);
    limit.abort();
    if (isReady && existsSync(tokenFile)) token ??= readFileSync(tokenFile, "utf8").trim();
    if (!isReady) begun.kill("SIGKILL");
    return isReady;
  };

  const end = async (signal: "SIGKILL" | "SIGTERM"): Promise<void> => {
    const ending = child;
    if (ending === undefined) return;
    killing = true;
    const ended = once(ending, "exit");
    ending.kill(signal);
    if (signal === "SIGTERM") ending.kill("SIGCONT");
    await ended;
    child = undefined;
  };

  return {
    name,
    kill: () => end("SIGKILL"),
    pause: () => void child?.kill("SIGSTOP"),
    resume: () => void child?.kill("SIGCONT"),
    shiftClock: (ms) => writeFileSync(clockFile, String(ms)),
    up: async (withinMs = 120_000) => {
      const deadline = Date.now() + withinMs;
      while (!isUp()) {
        if (await start()) return;
        if (Date.now() > deadline) throw new Error(`${name} does not start: ${words.slice(-600)}`);
        await setTimeout(500);
      }
    },
    isUp,
    stop: async () => {
      const late = setTimeout(20_000).then(() => end("SIGKILL"));
      await Promise.race([end("SIGTERM"), late]);
    },
    token: () => token,
    words: () => words,
    ends: () => ends,
  };
}
