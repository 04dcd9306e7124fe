import { execFile } from "node:child_process";
import { isFolder } from "../files/is-folder.ts";
import { GitError } from "./git-error.ts";

const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;
const TIMEOUT_MS = 60_000;

/**
 * Fixes settings with which a repository could change the output or run a program: `diff.relative` makes paths
 * relative to the folder, and `core.fsmonitor` names a command.
 */
export const FIXED_SETTINGS = ["-c", "diff.relative=false", "-c", "core.fsmonitor=false"];

/** Runs git and returns what it prints. The range appears in errors. */
export async function runGit(
  command: string,
  cwd: string,
  range: string,
  args: readonly string[],
): Promise<string> {
  return (await runGitWith({ command, cwd, range }, args)).toString("utf8");
}

/** The same as bytes, with lines for its standard input. */
export function runGitWith(
  { command, cwd, range }: Attempt,
  args: readonly string[],
  input?: string,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      command,
      args,
      {
        cwd,
        encoding: "buffer",
        maxBuffer: MAX_OUTPUT_BYTES,
        timeout: TIMEOUT_MS,
        windowsHide: true,
        // Errors are recognised by their English text, and git must never wait for a password.
        env: { ...process.env, LC_ALL: "C", GIT_OPTIONAL_LOCKS: "0", GIT_TERMINAL_PROMPT: "0" },
      },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else explain(error, stderr.toString("utf8"), { command, cwd, range }).then(reject, reject);
      },
    );
    // A process that ended early says so with its exit code.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input ?? "");
  });
}

interface Attempt {
  readonly command: string;
  readonly cwd: string;
  readonly range: string;
}

async function explain(error: Error, stderr: string, attempt: Attempt): Promise<GitError> {
  const { command, cwd, range } = attempt;
  if ((error as NodeJS.ErrnoException).code === "ENOENT") {
    // A missing executable and a missing working folder have the same code.
    if (!(await isFolder(cwd))) return new GitError("not_a_repository", `${cwd} is not a folder`, error);
    return new GitError(
      "git_not_found",
      `${command} was not found; install git and put it on the PATH`,
      error,
    );
  }
  const message = firstLine(stderr);
  if (/not a git repository/i.test(stderr)) {
    return new GitError("not_a_repository", `${cwd} is not inside a git repository; run this in one`, error);
  }
  if (
    /(?:bad|unknown) revision|ambiguous argument|invalid symmetric difference|no merge base|bad object/i.test(
      stderr,
    )
  ) {
    const hint = "check the names, and that the commits are fetched";
    return new GitError(
      "unknown_range",
      `git does not know the range ${JSON.stringify(range)} (${message}); ${hint}`,
      error,
    );
  }
  return new GitError(
    "git_failed",
    `git failed: ${message === "" ? firstLine(error.message) : message}`,
    error,
  );
}

const firstLine = (text: string): string => (text.trim().split("\n", 1)[0] ?? "").slice(0, 300);
