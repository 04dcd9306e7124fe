import { lstatSync, realpathSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { readRegular } from "../files/read-regular.ts";

/** Bytes of an entry before the object's hash: times, device, mode, owner and size. */
const STAT_BYTES = 40;

const EXTENDED = 0x4000;

const NUL = 0;

/** Whether the git repositories around a path track it. */
export type Tracking =
  | { readonly state: "untracked" }
  | { readonly state: "tracked"; readonly root: string }
  /** An index exists but cannot be read. */
  | { readonly state: "unknown"; readonly index: string };

const MOST_INDEX_BYTES = 512 * 1024 * 1024;
const MOST_GITFILE_BYTES = 8 * 1024;
const MAX_CACHED = 200;

/** The git repositories above a path, nearest first. */
export function repositoriesAbove(path: string): readonly string[] {
  const found: string[] = [];
  for (let at = dirname(path); ; at = dirname(at)) {
    if (isThere(join(at, ".git"))) found.push(at);
    if (dirname(at) === at) return found;
  }
}

/**
 * Whether a repository above tracks one of these real paths of one folder, anything below it, or a folder above it as
 * a link or a submodule. Reads the indexes directly: running git would start a process, and could run programs named
 * in the repository's settings.
 */
export function findTracked(paths: readonly string[]): Tracking {
  const roots = repositoriesAbove(paths[0]!);
  for (const [at, root] of roots.entries()) {
    const gitFolder = gitFolderOf(root);
    if (gitFolder === undefined) return { state: "unknown", index: join(root, ".git") };
    const nameOf = (path: string): string => fold(relative(root, path).split(sep).join("/"));
    // The outer repository tracks an inner one only as a whole, so the inner one decides about its contents.
    const wanted: Wanted = { names: paths.map(nameOf), inner: roots.slice(0, at).map(nameOf) };
    const found = searchCached(join(gitFolder, "index"), wanted, gitFolder);
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

/** `.git` itself, or the folder that a `.git` file points to, as in a worktree or submodule. */
function gitFolderOf(root: string): string | undefined {
  const path = join(root, ".git");
  try {
    if (statSync(path).isDirectory()) return realpathSync(path);
    const bytes = readRegular(path, { most: MOST_GITFILE_BYTES });
    if (typeof bytes === "string") return undefined;
    const named = /^gitdir: ([^\n]+)/.exec(bytes.toString("utf8"))?.[1]?.trimEnd();
    if (named === undefined) return undefined;
    const folder = resolve(root, named);
    return statSync(folder).isDirectory() ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** Cached results: the hook's attendant asks about the same index at every event. */
const kept = new Map<string, boolean>();

/** Whether the index contains one of the names, or undefined if it cannot be read. */
function searchCached(index: string, wanted: Wanted, gitFolder: string): boolean | undefined {
  let stamp: string;
  try {
    const { mtimeNs, ctimeNs, size, ino } = statSync(index, { bigint: true });
    stamp = [index, mtimeNs, ctimeNs, size, ino, ...wanted.names, "", ...wanted.inner].join("\n");
  } catch (error) {
    // A new repository has no index until something is added.
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? false : undefined;
  }
  const known = kept.get(stamp);
  if (known !== undefined) return known;
  const found = searchIndex(index, wanted, gitFolder);
  if (found === undefined) return undefined;
  if (kept.size >= MAX_CACHED) kept.clear();
  kept.set(stamp, found);
  return found;
}

/** Also searches the shared index of a split index. Entries that were removed since still count as tracked. */
function searchIndex(index: string, wanted: Wanted, gitFolder: string): boolean | undefined {
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
    // Most entries differ in the first letter and need not be decoded.
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

/**
 * Normalises names like the most lenient file systems: ignores case, composes characters and drops those that HFS+
 * ignores.
 */
const fold = (path: string): string =>
  path
    .replaceAll(/[\u200C-\u200F\u202A-\u202E\u206A-\u206F\uFEFF]/g, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/\/$/, "");

interface IndexSearch {
  readonly found: boolean;
  /** Hash of the shared index that this one only stores differences to (`core.splitIndex`). */
  readonly shared?: string;
}

/**
 * Searches the bytes of a git index, versions 2 to 4. Flags do not matter: entries hidden from `git status`
 * (skip-worktree, assume-unchanged) or only announced (intent to add) are tracked too. Returns undefined if the bytes
 * are not a complete index.
 */
function searchGitIndex(bytes: Buffer, matches: (path: Buffer) => boolean): IndexSearch | undefined {
  // Tries SHA-1, then SHA-256: only the right hash length ends exactly at the checksum.
  return searchWith(20, bytes, matches) ?? searchWith(32, bytes, matches);
}

function searchWith(
  hashBytes: number,
  bytes: Buffer,
  matches: (path: Buffer) => boolean,
): IndexSearch | undefined {
  const end = bytes.length - hashBytes;
  if (end < 12 || bytes.toString("latin1", 0, 4) !== "DIRC") return undefined;
  const [version, count] = [bytes.readUInt32BE(4), bytes.readUInt32BE(8)];
  if (version < 2 || version > 4) return undefined;
  let found = false;
  let at = 12;
  let path: Buffer = Buffer.alloc(0);
  for (let entry = 0; entry < count; entry += 1) {
    const start = at;
    at += STAT_BYTES + hashBytes;
    if (at + 2 > end) return undefined;
    const isExtended = version >= 3 && (bytes.readUInt16BE(at) & EXTENDED) !== 0;
    at += isExtended ? 4 : 2;
    let shared = 0;
    if (version === 4) {
      const strip = readOffset(bytes, at);
      if (strip === undefined || strip.value > path.length) return undefined;
      shared = path.length - strip.value;
      at = strip.next;
    }
    const nul = bytes.indexOf(NUL, at);
    if (nul < 0 || nul >= end) return undefined;
    const rest = bytes.subarray(at, nul);
    path = version === 4 ? Buffer.concat([path.subarray(0, shared), rest]) : rest;
    found ||= matches(path);
    // Before version 4, entries are padded with NULs to a multiple of eight.
    at = version === 4 ? nul + 1 : start + ((nul - start + 8) & ~7);
  }
  return readExtensions(bytes, at, end, hashBytes, found);
}

function readExtensions(
  bytes: Buffer,
  from: number,
  end: number,
  hashBytes: number,
  found: boolean,
): IndexSearch | undefined {
  let at = from;
  let shared: string | undefined;
  while (at < end) {
    if (at + 8 > end) return undefined;
    const name = bytes.toString("latin1", at, at + 4);
    const body = at + 8;
    at = body + bytes.readUInt32BE(at + 4);
    if (name === "link") shared = bytes.toString("hex", body, body + hashBytes);
  }
  if (at !== end) return undefined;
  return { found, ...(shared === undefined || /^0+$/.test(shared) ? {} : { shared }) };
}

/** Git's variable-length number: seven bits per byte, plus one for each further byte. */
function readOffset(
  bytes: Buffer,
  from: number,
): { readonly value: number; readonly next: number } | undefined {
  let at = from;
  let value = 0;
  for (let length = 0; length < 5; length += 1) {
    const byte = bytes[at];
    if (byte === undefined) return undefined;
    at += 1;
    value = value * 128 + (byte & 0x7f);
    if ((byte & 0x80) === 0) return { value, next: at };
    value += 1;
  }
  return undefined;
}
