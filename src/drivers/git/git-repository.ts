import { parseNameStatusZ } from "../../core/change/parse-name-status-z.ts";
import type { CodeRepository } from "../../ports/project-files.ts";
import { GitError } from "./git-error.ts";
import { FIXED_SETTINGS, runGit } from "./run-git.ts";
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
export const isRange = (range: string): boolean =>
  range.trim() !== "" && !range.startsWith("-") && !range.includes("\0");

/** Runs git. The range appears in errors. */
export type AskGit = (range: string, args: readonly string[]) => Promise<string>;

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
export async function endOf(ask: AskGit, range: string): Promise<string | undefined> {
  const commits = (await ask(range, ["rev-parse", "--revs-only", "--end-of-options", range]))
    .split("\n")
    .filter((line) => line !== "");
  const excludesSome = commits.some((commit) => commit.startsWith("^"));
  return excludesSome ? commits.find((commit) => !commit.startsWith("^")) : undefined;
}
