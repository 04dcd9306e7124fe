import { defined } from "../../core/defined.ts";
import type { PastCommit } from "../../core/correction/past-commit.ts";
import type {
  CommitHistory,
  CommitQuery,
  ReadHistory,
  RepositorySurvey,
  StoppedReading,
} from "../../ports/commit-history.ts";
import { findErrorLine } from "./explain-ledger.ts";
import { GitError } from "./git-error.ts";
import type { Git } from "./git-process.ts";
import { HISTORY_FORMAT, HistoryParser } from "./history-parser.ts";
import { LedgerError } from "./ledger-error.ts";
import { openPastGit } from "./open-past-git.ts";
import { readPastFiles } from "./read-past-files.ts";

const MOST_COMMITS = 5_000;
const TIMEOUT_MS = 60_000;
/** Roughly, in memory. */
const MAX_SIZE = 96 * 1024 * 1024;
const PROGRESS_EVERY = 100;

const SETTINGS = [
  // Larger files are data to git, which need not be compared.
  "core.bigFileThreshold=1m",
  "core.attributesFile=",
  "log.showRoot=true",
  "log.date=default",
  "format.pretty=medium",
].flatMap((setting) => ["-c", setting]);

/** Fixes everything in a repository's settings that could change the output, read other files or run a program. */
const LOG = [
  "log",
  "--patch",
  "--unified=0",
  "--inter-hunk-context=0",
  "--no-ext-diff",
  "--no-textconv",
  "--no-show-signature",
  "--no-use-mailmap",
  "--no-notes",
  "--no-decorate",
  "--no-color",
  "--no-relative",
  "--no-expand-tabs",
  "--diff-merges=off",
  "--diff-algorithm=myers",
  "--submodule=short",
  "--ignore-submodules=all",
  "--src-prefix=a/",
  "--dst-prefix=b/",
  "--find-renames",
  // Finding renames takes time in proportion to the square of the files.
  "-l200",
  // No file names the order.
  "-O/dev/null",
  "--encoding=UTF-8",
  `--format=${HISTORY_FORMAT}`,
];

export interface CommitHistoryOptions {
  /** The git executable. */
  readonly command?: string;
  readonly timeoutMs?: number;
  /** What the commits may take in memory, roughly. In bytes. */
  readonly maxSize?: number;
}

export function createCommitHistory(options: CommitHistoryOptions = {}): CommitHistory {
  return {
    survey: (root) => surveyHistory(root, options),
    read: (query) => readHistory(query, options),
    files: (root, wanted) => readPastFiles(openPastGit(root, options), wanted),
  };
}

async function surveyHistory(
  root: string,
  options: CommitHistoryOptions,
): Promise<RepositorySurvey | undefined> {
  try {
    const git = openPastGit(root, options);
    const head = await git.run(["rev-parse", "--quiet", "--verify", "HEAD"], { answers: [1] });
    if (head.code === 1) return { commits: 0 };
    const log = await git.ask("log", `--max-count=${MOST_COMMITS}`, "--format=%as", "HEAD", "--");
    const days = log.split("\n").filter((day) => day !== "");
    return { commits: days.length, ...defined({ first: days.at(-1), last: days[0] }) };
  } catch {
    // Without git there is less to learn from, and nothing else is wrong.
    return undefined;
  }
}

async function readHistory(query: CommitQuery, options: CommitHistoryOptions): Promise<ReadHistory> {
  const git = openPastGit(query.root, options);
  const { timeoutMs = TIMEOUT_MS, maxSize = MAX_SIZE } = options;
  const most = Math.max(1, Math.floor(query.most ?? MOST_COMMITS));
  const skip = Math.max(0, Math.floor(query.skip ?? 0));
  const range = [`--max-count=${most}`, `--skip=${skip}`, ...sinceOption(query.since), "HEAD", "--"];
  const commits: PastCommit[] = [];
  const parser = new HistoryParser((commit) => {
    commits.push(commit);
    if (commits.length % PROGRESS_EVERY === 0) query.onProgress?.({ commits: commits.length, of });
  });
  let of = 0;
  try {
    const isShallow = (await git.ask("rev-parse", "--is-shallow-repository")) === "true";
    // A repository without commits has no HEAD.
    const head = await git.run(["rev-parse", "--quiet", "--verify", "HEAD"], { answers: [1] });
    if (head.code === 1) return { commits, leftOut: parser.leftOut, isShallow };
    of = Number(await git.ask("rev-list", "--count", ...range)) || 0;
    const stopped = await readLog(git, range, {
      parser,
      timeoutMs,
      maxSize,
      hasCommits: () => commits.length > 0,
    });
    query.onProgress?.({ commits: commits.length, of });
    const isCut = stopped === undefined && query.since === undefined && commits.length >= most;
    return {
      commits,
      leftOut: parser.leftOut,
      ...defined({ stopped: stopped ?? (isCut ? ("most" as const) : undefined) }),
      isShallow,
    };
  } catch (error) {
    throw toGitError(query.root, error);
  }
}

/** Git would take a date that it does not understand for today. */
function sinceOption(since: string | undefined): readonly string[] {
  if (since === undefined) return [];
  const time = Date.parse(since);
  if (Number.isNaN(time)) {
    throw new GitError("unknown_range", `${JSON.stringify(since)} is not a date; use one such as 2026-01-31`);
  }
  return [`--since=${new Date(time).toISOString()}`];
}

interface LogReading {
  readonly parser: HistoryParser;
  readonly timeoutMs: number;
  readonly maxSize: number;
  readonly hasCommits: () => boolean;
}

async function readLog(
  git: Git,
  range: readonly string[],
  { parser, timeoutMs, maxSize, hasCommits }: LogReading,
): Promise<StoppedReading | undefined> {
  const { child, finish, abandon } = git.start([...SETTINGS, ...LOG, ...range]);
  let stopped: StoppedReading | undefined;
  const timer = setTimeout(() => {
    stopped = "time";
    child.kill();
  }, timeoutMs);
  let isDone = false;
  try {
    for await (const part of child.stdout) {
      parser.push(part as Buffer);
      if (parser.size > maxSize) stopped ??= "size";
      if (stopped !== undefined) break;
    }
    if (stopped === undefined) {
      await finish();
      isDone = true;
    }
  } catch (error) {
    // What was read until then is of use.
    if (stopped === undefined && !hasCommits()) throw error;
    stopped ??= "damaged";
  } finally {
    clearTimeout(timer);
    parser.end(isDone);
    if (!isDone) await abandon();
  }
  return stopped;
}

function toGitError(root: string, error: unknown): unknown {
  if (!(error instanceof LedgerError)) return error;
  if (error.code === "git_not_found") return new GitError("git_not_found", error.message, error);
  const message = error.cause instanceof Error ? error.cause.message : error.message;
  if (/not a git repository/i.test(message)) {
    return new GitError("not_a_repository", `${root} is not a git repository; run this in one`, error);
  }
  return new GitError("git_failed", `git failed: ${findErrorLine(message)}`, error);
}
