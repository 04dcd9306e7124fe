import { lstatSync, readdirSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { changedRanges } from "../../core/check/changed-ranges.ts";
import { chunk } from "../../core/chunk.ts";
import { parseDiff } from "../../core/diff/parse-diff.ts";
import { ExternalError } from "../../ports/errors.ts";
import type { SourceChange, SourceFile, SourceFiles } from "../../ports/source-files.ts";
import { findRoot } from "../files/find-root.ts";
import { readRegular } from "../files/read-regular.ts";
import { GitError } from "./git-error.ts";
import { endOf, isRange } from "./git-repository.ts";
import { FIXED_SETTINGS, runGitWith } from "./run-git.ts";

/** A path that was named cannot be used. The message says what to do. */
class SourcePathError extends ExternalError<"path_not_found" | "path_outside"> {
  override readonly name = "SourcePathError";
}

/** Larger files are not source code. */
const MOST_BYTES = 4 * 1024 * 1024;
const MOST_FILES = 200_000;
const MOST_DEPTH = 64;
/** Paths per call, to stay within the command line limit. */
const PATHS_PER_CALL = 100;

interface GitSourceOptions {
  readonly cwd: string;
  readonly command?: string;
}

/** The files of the repository around a folder, or of the folder itself outside of one. */
export function createGitSourceFiles({ cwd, command = "git" }: GitSourceOptions): SourceFiles {
  const root = realpathSync(findRoot(cwd));
  const here = realpathSync(cwd);
  const ask = async (args: readonly string[], about = "", input?: string): Promise<string> =>
    (await runGitWith({ command, cwd: root, range: about }, [...FIXED_SETTINGS, ...args], input)).toString(
      "utf8",
    );
  const isPlainFolder = folderCheck(root);
  const read = (path: string): SourceFile => {
    if (!isPlainFolder(path)) return { path, unread: "unreadable" };
    const bytes = readRegular(join(root, path), { most: MOST_BYTES });
    if (typeof bytes === "string")
      return { path, unread: bytes === "too_large" ? "too_large" : "unreadable" };
    return fromBytes(path, bytes);
  };
  return {
    root,
    read,
    list: async (paths) => {
      const named = (paths.length === 0 ? ["."] : paths).map((path) => locate(root, here, path));
      const files = named.filter(({ isFile }) => isFile).map(({ path }) => path);
      const folders = named.filter(({ isFile }) => !isFile).map(({ path }) => path);
      const isRepository = readStats(join(root, ".git")) !== undefined;
      const found: string[] = [];
      if (isRepository)
        for (const some of chunk(folders, PATHS_PER_CALL)) {
          const specs = some.map((path) => (path === "" ? ":(top)" : `:(top,literal)${path}`));
          const answer = await ask([...LIST_FILES, "--", ...specs]);
          found.push(...answer.split("\0").filter((path) => path !== ""));
        }
      else for (const folder of folders) found.push(...walk(root, folder));
      return [...new Set([...files, ...found])].slice(0, MOST_FILES);
    },
    ignored: async (paths) => {
      if (readStats(join(root, ".git")) === undefined) return new Set();
      const found = new Set<string>();
      for (const some of chunk([...new Set(paths)], PATHS_PER_CALL))
        for (const path of await askIgnored(some, (args, input) => ask(args, "", input))) found.add(path);
      return found;
    },
    changed: (change) =>
      readChange(change, {
        ask,
        read,
        run: (args, input) => runGitWith({ command, cwd: root, range: "" }, args, input),
      }),
  };
}

const LIST_FILES = [
  "ls-files",
  "-z",
  "--cached",
  "--others",
  "--exclude-standard",
  "--deduplicate",
  "--full-name",
];

async function askIgnored(
  paths: readonly string[],
  ask: (args: readonly string[], input: string) => Promise<string>,
): Promise<readonly string[]> {
  try {
    // Without --no-index, a path that is tracked would never be ignored.
    const answer = await ask(
      ["check-ignore", "--no-index", "-z", "--stdin"],
      paths.map((path) => `${path}\0`).join(""),
    );
    return answer.split("\0").filter((path) => path !== "");
  } catch (error) {
    // Git exits with 1 if it ignores none of them.
    const cause: unknown = error instanceof GitError ? error.cause : undefined;
    if (cause instanceof Error && "code" in cause && cause.code === 1) return [];
    if (paths.length === 1) return paths;
    const each = await Promise.all(paths.map((path) => askIgnored([path], ask)));
    return each.flat();
  }
}

interface NamedPath {
  readonly path: string;
  readonly isFile: boolean;
}

function locate(root: string, here: string, named: string): NamedPath {
  const full = resolve(here, named);
  const path = relative(root, full).split(sep).join("/");
  const shown = JSON.stringify(named.slice(0, 200));
  if (isAbsolute(path) || path === ".." || path.startsWith("../") || named.includes("\0"))
    throw new SourcePathError("path_outside", `${shown} is outside ${root}; name files of this project`);
  const stats = readStats(full);
  if (stats === undefined)
    throw new SourcePathError(
      "path_not_found",
      `there is no ${shown}; check the spelling and the current folder`,
    );
  if (realpathSync(dirname(full)) !== dirname(full))
    throw new SourcePathError("path_outside", `${shown} is behind a symbolic link; name the file itself`);
  if (stats.isFile() || stats.isDirectory()) return { path, isFile: stats.isFile() };
  const what = stats.isSymbolicLink() ? "a symbolic link, which is not followed" : "not a regular file";
  throw new SourcePathError("path_outside", `${shown} is ${what}; name the file itself`);
}

function readStats(path: string) {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}

/** Whether no folder on the way to a file is a link. */
function folderCheck(root: string): (path: string) => boolean {
  const known = new Map<string, boolean>([["", true]]);
  const isPlain = (folder: string): boolean => {
    let plain = known.get(folder);
    if (plain === undefined) {
      const above = folder.slice(0, Math.max(0, folder.lastIndexOf("/")));
      plain = isPlain(above) && readStats(join(root, folder))?.isDirectory() === true;
      known.set(folder, plain);
    }
    return plain;
  };
  return (path) => isPlain(path.slice(0, Math.max(0, path.lastIndexOf("/"))));
}

/** Files below a folder without git. Dot folders and installed packages are left out. */
function walk(root: string, folder: string): string[] {
  const found: string[] = [];
  const pending = [{ folder, depth: 0 }];
  for (let next = pending.pop(); next !== undefined && found.length < MOST_FILES; next = pending.pop()) {
    const entries = readdirSync(join(root, next.folder), { withFileTypes: true });
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = next.folder === "" ? entry.name : `${next.folder}/${entry.name}`;
      const isOthers = entry.name.startsWith(".") || entry.name === "node_modules";
      if (entry.isFile()) found.push(path);
      else if (entry.isDirectory() && !isOthers && next.depth < MOST_DEPTH)
        pending.push({ folder: path, depth: next.depth + 1 });
    }
  }
  return found;
}

function fromBytes(path: string, bytes: Buffer): SourceFile {
  if (bytes.includes(0)) return { path, unread: "not_text" };
  try {
    // The byte order mark stays, so that a file that is fixed keeps it.
    return { path, text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { path, unread: "not_text" };
  }
}

type Ask = (args: readonly string[], about?: string, input?: string) => Promise<string>;

interface ChangeParts {
  readonly ask: Ask;
  readonly run: (args: readonly string[], input: string) => Promise<Buffer>;
  readonly read: (path: string) => SourceFile;
}

async function readChange(
  change: SourceChange,
  { ask, run, read }: ChangeParts,
): Promise<readonly SourceFile[]> {
  const range = change === "staged" ? "" : change.range;
  if (change !== "staged" && !isRange(range))
    throw new GitError(
      "unknown_range",
      `${JSON.stringify(range)} is not a range of commits; use one such as main...HEAD`,
    );
  await ask(["rev-parse", "--git-dir"], range);
  const what = change === "staged" ? ["--cached"] : ["--end-of-options", range];
  const diff = await ask(
    ["diff", "-U0", "-M", "--no-ext-diff", "--no-textconv", "--no-color", ...what, "--"],
    range,
  );
  const ranges = new Map(
    parseDiff(diff)
      .filter(({ status }) => status !== "deleted")
      .map((file) => [file.path, changedRanges(file)]),
  );
  const paths = [...ranges]
    .filter(([path, some]) => some.length > 0 && !/[\n\0]/.test(path))
    .map(([path]) => path);
  const withChange = (file: SourceFile): SourceFile =>
    "text" in file ? { ...file, changed: ranges.get(file.path) ?? [] } : file;
  const end = change === "staged" ? undefined : await endOf((about, args) => ask(args, about), range);
  // One commit is compared with the working tree.
  if (change !== "staged" && end === undefined) return paths.map((path) => withChange(read(path)));
  const entries = await listEntries(end, paths, ask);
  const sizes = (await run(["cat-file", "--batch-check"], entries.map(({ blob }) => `${blob}\n`).join("")))
    .toString("latin1")
    .split("\n");
  const fitting = entries.filter(
    (_, index) => Number(/^\S+ blob (\d+)$/.exec(sizes[index] ?? "")?.[1]) <= MOST_BYTES,
  );
  const files: SourceFile[] = entries
    .filter((entry) => !fitting.includes(entry))
    .map(({ path }) => ({ path, unread: "too_large" }));
  for (const some of chunk(fitting, PATHS_PER_CALL)) {
    const bytes = await run(["cat-file", "--batch"], some.map(({ blob }) => `${blob}\n`).join(""));
    let at = 0;
    for (const { path } of some) {
      const feed = bytes.indexOf(10, at);
      const size = Number(bytes.toString("latin1", at, feed).split(" ")[2]);
      files.push(withChange(fromBytes(path, bytes.subarray(feed + 1, feed + 1 + size))));
      at = feed + 1 + size + 1;
    }
  }
  return files;
}

interface Entry {
  readonly path: string;
  readonly blob: string;
}

/** The regular files among the paths, in the index or in a commit; links and submodules are none. */
async function listEntries(
  end: string | undefined,
  paths: readonly string[],
  ask: Ask,
): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for (const some of chunk(paths, PATHS_PER_CALL)) {
    const list =
      end === undefined
        ? ["ls-files", "-s", "-z", "--", ...some.map((path) => `:(top,literal)${path}`)]
        : ["ls-tree", "--full-tree", "-r", "-z", end, "--", ...some];
    for (const line of (await ask(list)).split("\0")) {
      const [about, path] = [line.slice(0, line.indexOf("\t")), line.slice(line.indexOf("\t") + 1)];
      const [mode, ...rest] = about.split(" ");
      const blob = rest.find((word) => /^[0-9a-f]{40,64}$/.test(word));
      if (mode?.startsWith("100") === true && blob !== undefined && some.includes(path))
        entries.push({ path, blob });
    }
  }
  return entries;
}
