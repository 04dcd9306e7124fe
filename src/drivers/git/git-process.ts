import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { devNull } from "node:os";
import { explainGit } from "./explain-ledger.ts";
import { LedgerError } from "./ledger-error.ts";

const MAX_STDERR = 16_384;

/** Variables that are legitimate to set: how to reach a remote, and where git's settings are. */
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

/** Overrides personal settings that could change what is written or run a program. */
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
  /** Exit codes besides 0 that are not errors. */
  readonly answers?: readonly number[];
}

interface GitRun {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

export interface GitProcess {
  readonly child: ChildProcessWithoutNullStreams;
  /** Writes to its input, and resolves once it can take more. */
  readonly write: (text: string | Buffer) => Promise<void>;
  /** Closes its input and waits for it to exit. Throws unless the exit code is 0 or one of these. */
  readonly finish: (
    answers?: readonly number[],
  ) => Promise<{ readonly code: number; readonly stderr: string }>;
  /** Kills it. */
  readonly abandon: () => Promise<void>;
}

/** Git on one repository, regardless of any repository the folder is in. */
export interface Git {
  readonly folder: string;
  start(args: readonly string[]): GitProcess;
  run(args: readonly string[], options?: GitRunOptions): Promise<GitRun>;
  /** Returns what it printed, without the trailing newline. */
  ask(...args: readonly string[]): Promise<string>;
}

export interface GitOptions {
  readonly folder: string;
  readonly gitFolder: string;
  /** The git executable. */
  readonly command?: string | undefined;
  /** Called with every process before it gets any input. */
  readonly onStart?: ((child: ChildProcess) => void) | undefined;
}

/** Names `gitFolder` explicitly, so that git looks for no other repository and trusts this one whoever owns it. */
export function createGit({ folder, gitFolder, command = "git", onStart }: GitOptions): Git {
  const start = (args: readonly string[]): GitProcess => {
    const repositoryArgs = [`--git-dir=${gitFolder}`, `--work-tree=${folder}`];
    const started = startGit(folder, command, [...repositoryArgs, ...SETTINGS, ...args]);
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
  let hasExited = false;
  const closed = waitForExit(child, folder, command).finally(() => (hasExited = true));
  // Handles the rejection at once, so that a failed start is not an unhandled rejection.
  closed.catch(() => undefined);
  // Writing to a process that has exited is reported by its exit code.
  child.stdin.on("error", () => undefined);
  return {
    child,
    write: async (text) => {
      if (hasExited || child.stdin.destroyed) return;
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

async function waitForExit(
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
  // Errors are recognised by their English text, and git must never wait for a password.
  return { ...Object.fromEntries(kept), LC_ALL: "C", GIT_TERMINAL_PROMPT: "0" };
}
