import { existsSync } from "node:fs";
import { join } from "node:path";
import type {
  BlamedLine,
  BlameQuery,
  CommitLookup,
  CommittedQuery,
  FoundCommit,
  RevertingCommit,
} from "../../ports/commit-lookup.ts";
import { createGit, type Git } from "./git-process.ts";
import { LedgerError } from "./ledger-error.ts";

const TIMEOUT_MS = 20_000;
const NOTES = "refs/notes/emend";
const MAX_FILES = 1_000;
const MAX_NOTE = 64 * 1024;
const MAX_LINES = 5_000;
const MAX_REVERTS = 20;
const MAX_REVISION = 500;
/** How far back a commit without a printed id is looked for. */
const RECENT = 20;
/** Git stores times in whole seconds. */
const SECOND_MS = 1_000;

/** Nothing is fetched for a partial clone, and a commit is what it was, whatever refs say that replaces it. */
const OFFLINE = ["-c", "protocol.allow=never", "-c", "log.showSignature=false", "--no-replace-objects"];
const PLAIN = [
  "--no-show-signature",
  "--no-notes",
  "--no-decorate",
  "--no-color",
  "--no-use-mailmap",
  "--encoding=UTF-8",
];

export interface CommitLookupOptions {
  /** The repository's folder: a work tree, a linked one, or a bare repository. */
  readonly root: string;
  /** The git executable. */
  readonly command?: string;
}

export function createCommitLookup({ root, command }: CommitLookupOptions): CommitLookup {
  const own = join(root, ".git");
  const gitFolder = existsSync(own) ? own : existsSync(join(root, "HEAD")) ? root : undefined;
  const git =
    gitFolder === undefined
      ? undefined
      : createGit({
          folder: root,
          gitFolder,
          command,
          onStart: (child) => void setTimeout(() => child.kill(), TIMEOUT_MS).unref(),
        });
  return {
    find: async (revision) => (git === undefined ? undefined : findCommit(git, revision)),
    committed: async (query) => (git === undefined ? [] : findCommitted(git, query)),
    blame: async (query) => (git === undefined ? undefined : blameFile(git, query)),
    reverts: async (commit) => (git === undefined ? [] : findReverts(git, commit)),
    addNote: async (commit, line) => {
      if (git !== undefined) await addNote(git, commit, line);
    },
  };
}

/** What a command printed; undefined if it failed because of what it was asked. */
async function tryAsk(git: Git, args: readonly string[]): Promise<string | undefined> {
  try {
    return await git.ask(...OFFLINE, ...args);
  } catch (error) {
    if (error instanceof LedgerError && error.code === "git_not_found") throw error;
    return undefined;
  }
}

/** The full id of a revision, which is text from outside. */
async function resolveCommit(git: Git, revision: string): Promise<string | undefined> {
  if (revision === "" || revision.length > MAX_REVISION || /[\0\n]/.test(revision)) return undefined;
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`];
  const id = await tryAsk(git, args);
  return id !== undefined && /^[0-9a-f]{40,64}$/.test(id) ? id : undefined;
}

async function findCommit(git: Git, revision: string): Promise<FoundCommit | undefined> {
  const id = await resolveCommit(git, revision);
  if (id === undefined) return undefined;
  const format = "--format=%an%x00%at%x00%ct%x00%P%x00%s";
  const [shown, named, note] = await Promise.all([
    tryAsk(git, ["log", "-1", ...PLAIN, format, id]),
    tryAsk(git, [
      "diff-tree",
      "--no-commit-id",
      "--name-only",
      "-r",
      "-z",
      "--root",
      "-m",
      "--first-parent",
      id,
    ]),
    tryAsk(git, ["notes", `--ref=${NOTES}`, "show", id]),
  ]);
  if (shown === undefined) return undefined;
  const [author = "", authored = "", committed = "", parents = "", subject = ""] = shown.split("\0");
  return {
    id,
    author,
    authored_at: timeOf(authored),
    committed_at: timeOf(committed),
    subject,
    parents: parents.split(" ").filter((parent) => parent !== "").length,
    files: (named ?? "")
      .split("\0")
      .filter((path) => path !== "")
      .slice(0, MAX_FILES),
    ...(note === undefined ? {} : { note: note.slice(0, MAX_NOTE) }),
  };
}

async function findCommitted(git: Git, { names, from, until }: CommittedQuery): Promise<readonly string[]> {
  const isWithin = (seconds: string): boolean => {
    const time = Number(seconds) * SECOND_MS;
    return time >= Date.parse(from) - SECOND_MS && time <= Date.parse(until) + SECOND_MS;
  };
  const log = (...args: readonly string[]): Promise<string | undefined> =>
    tryAsk(git, ["log", ...PLAIN, "--format=%H %ct", ...args]);
  if (names.length === 0) {
    const recent = (await log(`-${RECENT}`, "HEAD")) ?? "";
    const found = recent
      .split("\n")
      .map((line) => line.split(" "))
      .find(([, seconds = ""]) => isWithin(seconds));
    return found?.[0] === undefined ? [] : [found[0]];
  }
  const ids = new Set<string>();
  for (const name of names) {
    const id = await resolveCommit(git, name);
    const [, seconds = ""] = id === undefined ? [] : ((await log("-1", id)) ?? "").split(" ");
    if (id !== undefined && isWithin(seconds)) ids.add(id);
  }
  return [...ids];
}

async function blameFile(
  git: Git,
  { revision, path, line }: BlameQuery,
): Promise<readonly BlamedLine[] | undefined> {
  if (path.includes("\0")) return undefined;
  const id = revision === undefined ? undefined : await resolveCommit(git, revision);
  if (revision !== undefined && id === undefined) return undefined;
  const range = line === undefined ? `1,+${MAX_LINES}` : `${line},+1`;
  const options = [
    "-c",
    "blame.ignoreRevsFile=",
    "blame",
    "--line-porcelain",
    "--no-textconv",
    "--encoding=UTF-8",
  ];
  const at = id === undefined ? [] : [id];
  const printed = await tryAsk(git, [...options, "-L", range, ...at, "--", path]);
  if (printed !== undefined) return parseBlame(printed);
  // An empty file has no lines to blame.
  const size = await tryAsk(git, ["cat-file", "-s", `${id ?? "HEAD"}:${path}`]);
  return size === "0" ? [] : undefined;
}

/** Each line has a header that starts with its commit, and its text after a tab. */
function parseBlame(printed: string): readonly BlamedLine[] {
  const lines: BlamedLine[] = [];
  let facts: { commit?: string; line?: number; author?: string; time?: string } = {};
  for (const row of printed.split("\n")) {
    const [, commit, number] = /^([0-9a-f]{40,64}) \d{1,9} (\d{1,9})/.exec(row) ?? [];
    if (row.startsWith("\t")) {
      const { commit: id = "", line = 0, author = "", time = "" } = facts;
      const isCommitted = !/^0+$/.test(id);
      lines.push({ line, text: row.slice(1), ...(isCommitted ? { commit: id, author, time } : {}) });
      facts = {};
    } else if (commit !== undefined) facts = { ...facts, commit, line: Number(number) };
    else if (row.startsWith("author ")) facts.author = row.slice("author ".length);
    else if (row.startsWith("author-time ")) facts.time = timeOf(row.slice("author-time ".length));
  }
  return lines;
}

async function findReverts(git: Git, commit: string): Promise<readonly RevertingCommit[]> {
  if (!/^[0-9a-f]{40,64}$/.test(commit)) return [];
  const search = ["--fixed-strings", `--grep=This reverts commit ${commit}`, `-${MAX_REVERTS}`];
  const format = "--format=%H%x00%an%x00%ct%x00%s";
  const printed = await tryAsk(git, ["log", ...PLAIN, ...search, format, "HEAD", `^${commit}`]);
  return (printed ?? "").split("\n").flatMap((row) => {
    const [id, author, committed, subject] = row.split("\0");
    return id === undefined || author === undefined || committed === undefined || subject === undefined
      ? []
      : [{ id, author, committed_at: timeOf(committed), subject }];
  });
}

async function addNote(git: Git, commit: string, line: string): Promise<void> {
  await git.run([...OFFLINE, "notes", `--ref=${NOTES}`, "append", "-F", "-", commit], { stdin: [line] });
}

const timeOf = (seconds: string): string => {
  const time = new Date(Number(seconds) * SECOND_MS);
  return Number.isNaN(time.getTime()) ? new Date(0).toISOString() : time.toISOString();
};
