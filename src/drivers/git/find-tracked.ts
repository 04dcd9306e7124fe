import { lstatSync, realpathSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { readRegular } from "../files/read-regular.ts";
import { type IndexSearch, searchGitIndex } from "./search-git-index.ts";

/** What the git repositories around a path say about it. */
export type Tracking =
  | { readonly state: "untracked" }
  | { readonly state: "tracked"; readonly root: string }
  /** An index is there and cannot be read, so nobody can say. */
  | { readonly state: "unknown"; readonly index: string };

const MOST_INDEX_BYTES = 512 * 1024 * 1024;
const MOST_GITFILE_BYTES = 8 * 1024;
const MOST_KEPT = 200;

/** The folders above a path that are git repositories, the nearest first. */
export function repositoriesAbove(path: string): readonly string[] {
  const found: string[] = [];
  for (let at = dirname(path); ; at = dirname(at)) {
    if (isThere(join(at, ".git"))) found.push(at);
    if (dirname(at) === at) return found;
  }
}

/**
 * Whether a repository above tracks one of these real paths of one folder, anything below it, or a folder above it as a
 * link or a submodule. Reads the indexes by hand: asking git would start a process, and could run what the repository's
 * settings name.
 */
export function findTracked(paths: readonly string[]): Tracking {
  const roots = repositoriesAbove(paths[0]!);
  for (const [at, root] of roots.entries()) {
    const gitFolder = gitFolderOf(root);
    if (gitFolder === undefined) return { state: "unknown", index: join(root, ".git") };
    const nameOf = (path: string): string => fold(relative(root, path).split(sep).join("/"));
    // The outer repository names an inner one as a whole; what is in it, the inner one says.
    const wanted: Wanted = { names: paths.map(nameOf), inner: roots.slice(0, at).map(nameOf) };
    const found = searchKept(join(gitFolder, "index"), wanted, gitFolder);
    if (found === undefined) return { state: "unknown", index: join(gitFolder, "index") };
    if (found) return { state: "tracked", root };
  }
  return { state: "untracked" };
}

interface Wanted {
  readonly names: readonly string[];
  readonly inner: readonly string[];
}

function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

/** `.git` itself, or the folder that a file of that name leads to, as in a worktree and a submodule. */
function gitFolderOf(root: string): string | undefined {
  const place = join(root, ".git");
  try {
    if (statSync(place).isDirectory()) return realpathSync(place);
    const bytes = readRegular(place, { most: MOST_GITFILE_BYTES });
    if (typeof bytes === "string") return undefined;
    const named = /^gitdir: ([^\n]+)/.exec(bytes.toString("utf8"))?.[1]?.trimEnd();
    if (named === undefined) return undefined;
    const folder = resolve(root, named);
    return statSync(folder).isDirectory() ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** Answers of this process: an attendant asks about the same index at every event. */
const kept = new Map<string, boolean>();

/** Whether the index names one of them; nothing if that cannot be told. */
function searchKept(index: string, wanted: Wanted, gitFolder: string): boolean | undefined {
  let stamp: string;
  try {
    const { mtimeNs, ctimeNs, size, ino } = statSync(index, { bigint: true });
    stamp = [index, mtimeNs, ctimeNs, size, ino, ...wanted.names, "", ...wanted.inner].join("\n");
  } catch (error) {
    // A new repository has no index before something is added.
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? false : undefined;
  }
  const known = kept.get(stamp);
  if (known !== undefined) return known;
  const found = searchBoth(index, wanted, gitFolder);
  if (found === undefined) return undefined;
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(stamp, found);
  return found;
}

/** Also looks into the shared index of a split one; entries that were removed since still count as tracked. */
function searchBoth(index: string, wanted: Wanted, gitFolder: string): boolean | undefined {
  const own = searchFile(index, wanted);
  if (own === undefined || own.found || own.shared === undefined) return own?.found;
  return searchFile(join(gitFolder, `sharedindex.${own.shared}`), wanted)?.found;
}

function searchFile(file: string, { names, inner }: Wanted): IndexSearch | undefined {
  const bytes = readRegular(file, { most: MOST_INDEX_BYTES, followLink: true });
  if (typeof bytes === "string") return undefined;
  const first = names[0]!.charCodeAt(0);
  return searchGitIndex(bytes, (path) => {
    const head = path[0]!;
    // Most entries differ in their first letter, and need not be made a text.
    if (head < 0x80 && first < 0x80 && (head | 0x20) !== (first | 0x20)) return false;
    const tracked = fold(path.toString("utf8"));
    return names.some(
      (name) =>
        tracked === name ||
        tracked.startsWith(`${name}/`) ||
        (name.startsWith(`${tracked}/`) && !inner.includes(tracked)),
    );
  });
}

/** As the most forgiving file system compares names: without case, composed, without characters that HFS+ ignores. */
const fold = (path: string): string =>
  path
    .replaceAll(/[\u200C-\u200F\u202A-\u202E\u206A-\u206F\uFEFF]/g, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/\/$/, "");
