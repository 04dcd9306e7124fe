import { execFile } from "node:child_process";
import { parseNameStatusZ } from "../../core/change/parse-name-status-z.ts";
import type { CodeRepository } from "../../ports/project-files.ts";
import { GitError } from "./git-error.ts";
import { isFolder } from "../files/is-folder.ts";
import { chunk } from "../../core/chunk.ts";

/** Paths per call, to stay within the command line limit. */
const PATHS_PER_CALL = 100;

const NUMSTAT_ARGS = [
  "diff",
  "--numstat",
  "-z",
  "--no-renames",
  "--no-ext-diff",
  "--no-textconv",
  "--end-of-options",
] as const;

export interface GitRepositoryOptions {
  /** Any folder inside the repository. */
  readonly cwd: string;
  /** The git executable. */
  readonly command?: string;
}

const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;
const TIMEOUT_MS = 60_000;

/**
 * Fixes settings with which a repository could change the output or run a program: `diff.relative` makes paths
 * relative to the folder, and `core.fsmonitor` names a command.
 */
const FIXED_SETTINGS = ["-c", "diff.relative=false", "-c", "core.fsmonitor=false"];

export function createGitRepository({ cwd, command = "git" }: GitRepositoryOptions): CodeRepository {
  const diff = async (range: string, options: readonly string[]): Promise<string> => {
    if (!isRange(range)) {
      throw new GitError(
        "unknown_range",
        `${JSON.stringify(range)} is not a range of commits; use one such as main...HEAD`,
      );
    }
    // Outside a repository `git diff` compares two files instead.
    await runGit(command, cwd, range, ["rev-parse", "--git-dir"]);
    return runGit(command, cwd, range, [
      ...FIXED_SETTINGS,
      "diff",
      ...options,
      "-M",
      "--end-of-options",
      range,
      "--",
    ]);
  };
  const ask = (range: string, args: readonly string[]): Promise<string> => runGit(command, cwd, range, args);
  return {
    lineCounts: (paths, range) => countLines(ask, paths, range),
    changedFiles: async (range) => parseNameStatusZ(await diff(range, ["--name-status", "-z"])),
    // Never runs diff programs named in the repository's settings.
    diff: (range) => diff(range, ["--no-ext-diff", "--no-textconv", "--no-color"]),
  };
}

/** Refuses what git could read as an option, and NUL, which no argument can contain. */
const isRange = (range: string): boolean =>
  range.trim() !== "" && !range.startsWith("-") && !range.includes("\0");

function runGit(command: string, cwd: string, range: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      command,
      args,
      {
        cwd,
        encoding: "utf8",
        maxBuffer: MAX_OUTPUT_BYTES,
        timeout: TIMEOUT_MS,
        windowsHide: true,
        // Errors are recognised by their English text, and git must never wait for a password.
        env: { ...process.env, LC_ALL: "C", GIT_OPTIONAL_LOCKS: "0", GIT_TERMINAL_PROMPT: "0" },
      },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else explain(error, stderr, { command, cwd, range }).then(reject, reject);
      },
    );
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

/** Runs git. The range appears in errors. */
type AskGit = (range: string, args: readonly string[]) => Promise<string>;

/**
 * Counts lines by diffing files against nothing. Git reads the files itself, so a link counts as its target's path
 * and no program named by the repository runs.
 */
async function countLines(
  ask: AskGit,
  paths: readonly string[],
  range: string | undefined,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  // An empty path would mean every file, and no argument can contain NUL.
  const named = paths.filter((path) => path !== "" && !path.includes("\0"));
  if (named.length === 0) return counts;
  const emptyTree = (await ask("", ["hash-object", "-t", "tree", "/dev/null"])).trim();
  const end = range === undefined ? undefined : await endOf(ask, range);
  for (const some of chunk(named, PATHS_PER_CALL)) {
    const output = await ask(range ?? "", [
      ...FIXED_SETTINGS,
      ...NUMSTAT_ARGS,
      emptyTree,
      ...(end === undefined ? [] : [end]),
      "--",
      ...some.map((path) => `:(top,literal)${path}`),
    ]);
    for (const entry of output.split("\0")) {
      const [, lines, path] = /^(\d+)\t\d+\t([^]+)$/.exec(entry) ?? [];
      if (lines !== undefined && path !== undefined) counts.set(path, Number(lines));
    }
  }
  return counts;
}

/**
 * The last commit of a range, which git prints first. Undefined for a single commit, which is compared with the
 * working tree.
 */
async function endOf(ask: AskGit, range: string): Promise<string | undefined> {
  const commits = (await ask(range, ["rev-parse", "--revs-only", "--end-of-options", range]))
    .split("\n")
    .filter((line) => line !== "");
  const excludesSome = commits.some((commit) => commit.startsWith("^"));
  return excludesSome ? commits.find((commit) => !commit.startsWith("^")) : undefined;
}
