import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { devNull } from "node:os";
import { explainGit } from "./explain-ledger.ts";
import { LedgerError } from "./ledger-error.ts";

const MAX_STDERR = 16_384;

/** What a caller may have set for good reason: how to reach a remote, and where their settings lie. */
const KEPT_VARIABLES = new Set([
  "GIT_SSH",
  "GIT_SSH_COMMAND",
  "GIT_SSH_VARIANT",
  "GIT_ASKPASS",
  "GIT_CONFIG_GLOBAL",
  "GIT_CONFIG_SYSTEM",
  "GIT_CONFIG_NOSYSTEM",
  "GIT_EXEC_PATH",
  "GIT_SSL_CAINFO",
  "GIT_SSL_NO_VERIFY",
]);

/** Nothing that a person set for their own work may change what is written or run a program of theirs. */
const SETTINGS = [
  `core.hooksPath=${devNull}`,
  "core.fsmonitor=false",
  "core.autocrlf=false",
  "core.quotePath=false",
  "core.logAllRefUpdates=false",
  "core.ignoreCase=false",
  "commit.gpgSign=false",
  "push.gpgSign=false",
  "gc.autoDetach=false",
  "maintenance.autoDetach=false",
  "advice.detachedHead=false",
  "user.name=Emend",
  "user.email=emend@localhost",
].flatMap((setting) => ["-c", setting]);

interface GitRunOptions {
  readonly stdin?: Iterable<string | Buffer>;
  /** Exit statuses besides 0 that are an answer. */
  readonly answers?: readonly number[];
}

interface GitRun {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

export interface GitProcess {
  readonly child: ChildProcessWithoutNullStreams;
  /** Feeds it, and answers once it can take more. */
  readonly write: (text: string | Buffer) => Promise<void>;
  /** Ends its input, waits for it to end, and throws unless it went well or with one of those statuses. */
  readonly finish: (
    answers?: readonly number[],
  ) => Promise<{ readonly code: number; readonly stderr: string }>;
  /** Ends it without an answer. */
  readonly abandon: () => Promise<void>;
}

/** The real git on one repository, whatever repository the folder itself lies in. */
export interface Git {
  readonly folder: string;
  start(args: readonly string[]): GitProcess;
  run(args: readonly string[], options?: GitRunOptions): Promise<GitRun>;
  /** What it printed, without the last line break. */
  ask(...args: readonly string[]): Promise<string>;
}

export interface GitOptions {
  readonly folder: string;
  readonly gitFolder: string;
  /** The program to run. */
  readonly command?: string | undefined;
  /** Told of every process before it is given anything to do. */
  readonly onStart?: ((child: ChildProcess) => void) | undefined;
}

/** `gitFolder` is named outright, so that git looks for no other and trusts this one whoever owns it. */
export function createGit({ folder, gitFolder, command = "git", onStart }: GitOptions): Git {
  const start = (args: readonly string[]): GitProcess => {
    const place = [`--git-dir=${gitFolder}`, `--work-tree=${folder}`];
    const started = startGit(folder, command, [...place, ...SETTINGS, ...args]);
    onStart?.(started.child);
    return started;
  };
  const run = async (args: readonly string[], options: GitRunOptions = {}): Promise<GitRun> => {
    const process = start(args);
    const parts: Buffer[] = [];
    process.child.stdout.on("data", (part: Buffer) => parts.push(part));
    for (const part of options.stdin ?? []) await process.write(part);
    const { code, stderr } = await process.finish(options.answers);
    return { code, stdout: Buffer.concat(parts), stderr };
  };
  return {
    folder,
    start,
    run,
    ask: async (...args) => (await run(args)).stdout.toString("utf8").replace(/\n$/, ""),
  };
}

function startGit(folder: string, command: string, args: readonly string[]): GitProcess {
  const child = spawn(command, args, {
    cwd: folder,
    env: environment(),
    windowsHide: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  let stderr = "";
  child.stderr.on("data", (part: Buffer) => {
    if (stderr.length < MAX_STDERR) stderr += part.toString("utf8");
  });
  let isOver = false;
  const closed = closing(child, folder, command).finally(() => (isOver = true));
  // Watched at once, so that a program that cannot be started is no unhandled failure.
  closed.catch(() => undefined);
  // Writing to a program that has ended is told by its end.
  child.stdin.on("error", () => undefined);
  return {
    child,
    write: async (text) => {
      if (isOver || child.stdin.destroyed) return;
      if (!child.stdin.write(text)) {
        await Promise.race([once(child.stdin, "drain"), closed]).catch(() => undefined);
      }
    },
    finish: async (answers) => {
      child.stdin.end();
      const code = await closed;
      if (code === 0 || answers?.includes(code) === true) return { code, stderr };
      throw explainGit(folder, stderr, new Error(`git ended with ${code}: ${stderr}`));
    },
    abandon: async () => {
      child.stdin.destroy();
      child.kill();
      await closed.catch(() => undefined);
    },
  };
}

async function closing(
  child: ChildProcessWithoutNullStreams,
  folder: string,
  command: string,
): Promise<number> {
  try {
    const [code] = (await once(child, "close")) as [number | null];
    return code ?? 128;
  } catch (cause) {
    throw (cause as NodeJS.ErrnoException).code === "ENOENT"
      ? new LedgerError(
          "git_not_found",
          `${command} was not found; install git and put it on the PATH`,
          cause,
        )
      : new LedgerError("git_failed", `${command} could not be run in ${folder}`, cause);
  }
}

function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !name.toUpperCase().startsWith("GIT_") || KEPT_VARIABLES.has(name.toUpperCase()),
  );
  // Messages are told apart by their English text, and nothing here may wait for a password.
  return { ...Object.fromEntries(kept), LC_ALL: "C", GIT_TERMINAL_PROMPT: "0" };
}
