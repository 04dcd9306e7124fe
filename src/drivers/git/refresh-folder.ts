import {
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { blobIdOfBytes } from "./blob-id.ts";
import { LedgerError } from "./ledger-error.ts";
import { findCommit, type LedgerRepository } from "./ledger-repository.ts";
import { readBlobs } from "./read-blobs.ts";
import type { Git } from "./git-process.ts";
import { readRecords } from "./list-tree.ts";

const idOf = (id: string): string | undefined => (/^0+$/.test(id) ? undefined : id);

/**
 * The commit that was last checked out into the folder. It distinguishes a person's edit from an unfinished refresh.
 */
const SHOWN_REF = "refs/emend/shown";
const MAX_EDITED = 1_000;

/**
 * Updates the folder to a commit. Only writes files that are missing or unchanged since the previous commit. Leaves
 * and returns those that people changed. Running it again after a crash finishes the work.
 */
export async function refreshFolder(repository: LedgerRepository, to: string): Promise<readonly string[]> {
  const { git, gitFolder } = repository;
  const from = await findCommit(git, SHOWN_REF);
  if (from === to) return [];
  const changes = await listChanges(git, from, to);
  const folders = createFolders(repository.folder);
  const edited: string[] = [];
  const wanted: { readonly path: string; readonly blob: string }[] = [];
  try {
    for (const change of changes) {
      const step = chooseStep(repository, change, folders);
      const { path, blob } = change;
      if (step === "write" && blob !== undefined) wanted.push({ path, blob });
      else if (step === "remove") remove(repository.folder, change.path);
      else if (step === "edited" && edited.length < MAX_EDITED) edited.push(change.path);
    }
    const draft = join(gitFolder, `emend-file-${process.pid}`);
    for await (const { asked, content } of readBlobs(git, wanted)) {
      // A rename is atomic.
      writeFileSync(draft, content!, { mode: 0o600 });
      renameSync(draft, toFilePath(repository.folder, asked.path));
    }
  } catch (cause) {
    throw toLedgerError(repository.folder, cause);
  }
  await refreshIndex(git, changes);
  await git.run(["update-ref", SHOWN_REF, to]);
  return edited;
}

/** Paths are bytes to git and to the file system. */
const toFilePath = (folder: string, path: string): Buffer =>
  Buffer.from(`${Buffer.from(`${folder}/`).toString("latin1")}${path}`, "latin1");

type Step = "write" | "remove" | "edited" | "none";

function chooseStep({ folder, hash }: LedgerRepository, change: TreeChange, folders: Folders): Step {
  const { before, blob, mode, path } = change;
  if (mode !== "100644" && mode !== "000000") return "none";
  const parent = dirname(path);
  const file = toFilePath(folder, path);
  if (!folders.isOwn(parent)) return "edited";
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined) {
    if (blob === undefined) return "none";
    // It was there before, so someone deleted it.
    if (before !== undefined) return "edited";
    folders.make(parent);
    return "write";
  }
  if (!found.isFile()) return "edited";
  const shown = blobIdOfBytes(hash, readFileSync(file));
  if (shown === blob) return "none";
  if (shown !== before) return "edited";
  return blob === undefined ? "remove" : "write";
}

function remove(folder: string, path: string): void {
  unlinkSync(toFilePath(folder, path));
  for (let parent = dirname(path); parent !== "."; parent = dirname(parent)) {
    try {
      rmdirSync(toFilePath(folder, parent));
    } catch {
      return;
    }
  }
}

interface Folders {
  /** Whether every part of the path is a folder or missing: a link could lead out of the ledger. */
  isOwn(path: string): boolean;
  make(path: string): void;
}

function createFolders(root: string): Folders {
  const known = new Map<string, boolean>([[".", true]]);
  const isOwn = (path: string): boolean => {
    const before = known.get(path);
    if (before !== undefined) return before;
    const found = isOwn(dirname(path)) ? lstatSync(toFilePath(root, path), { throwIfNoEntry: false }) : null;
    const answer = found === undefined || (found !== null && found.isDirectory());
    known.set(path, answer);
    return answer;
  };
  const made = new Set<string>();
  return {
    isOwn,
    make: (path) => {
      if (made.has(path)) return;
      mkdirSync(toFilePath(root, path), { recursive: true, mode: 0o700 });
      made.add(path);
    },
  };
}

function toLedgerError(folder: string, cause: unknown): Error {
  const { code, message } = cause as NodeJS.ErrnoException;
  if (cause instanceof LedgerError || code === undefined) return cause as Error;
  return code === "ENOSPC" || code === "EDQUOT"
    ? new LedgerError(
        "disk_full",
        `the disk of ${folder} is full; everything is committed, free some space and run this again to update the files`,
        cause,
      )
    : new LedgerError(
        "ledger_unreachable",
        `files in ${folder} cannot be written (${message}); everything is committed, check permissions and run this again`,
        cause,
      );
}

/** Updates git's index with the folder. Changes that people staged stay staged. */
async function refreshIndex(git: Git, changes: readonly TreeChange[]): Promise<void> {
  const left = new Map(changes.map((change) => [change.path, change]));
  const staged = new Set<string>();
  for await (const line of readRecords(git, ["ls-files", "-s", "-z", "--full-name"])) {
    // `100644 <id> <stage>\t<path>`
    const tab = line.indexOf("\t");
    const path = line.slice(tab + 1);
    const change = left.get(path);
    if (change === undefined) continue;
    const [, id, stage] = line.slice(0, tab).split(" ", 3);
    const isOurs = stage === "0" && (id === change.before || id === change.blob);
    if (!isOurs || id === change.blob) left.delete(path);
    staged.add(path);
  }
  const lines = function* (): Generator<Buffer> {
    for (const { path, mode, before, blob } of left.values()) {
      // It was in the index before, so someone staged its removal.
      if (!staged.has(path) && before !== undefined) continue;
      yield Buffer.from(`${mode} ${blob ?? "0".repeat(before?.length ?? 40)}\t${path}\0`, "latin1");
    }
  };
  await git.run(["update-index", "-z", "--add", "--index-info"], { stdin: joinBuffers(lines()) });
}

/** Joins small buffers, because each write is a system call. */
function* joinBuffers(lines: Iterable<Buffer>): Generator<Buffer> {
  let held: Buffer[] = [];
  for (const line of lines) {
    held.push(line);
    if (held.length < 1_000) continue;
    yield Buffer.concat(held);
    held = [];
  }
  yield Buffer.concat(held);
}

interface TreeChange {
  /** One character per byte. */
  readonly path: string;
  /** `000000` if the file was deleted. */
  readonly mode: string;
  /** The previous blob, if any. */
  readonly before: string | undefined;
  /** The new blob, if any. */
  readonly blob: string | undefined;
}

/** The differences between two commits, or everything in the second if there is no first. */
async function listChanges(git: Git, from: string | undefined, to: string): Promise<readonly TreeChange[]> {
  const start = from ?? (await git.ask("hash-object", "-w", "-t", "tree", "--stdin"));
  const changes: TreeChange[] = [];
  let header: readonly string[] | undefined;
  for await (const piece of readRecords(git, ["diff-tree", "-r", "-z", "--no-renames", start, to])) {
    if (header === undefined) {
      // `:100644 100644 <before> <after> M`, followed by the path as its own record
      header = piece.slice(1).split(" ", 4);
      continue;
    }
    const [, mode = "", before = "", blob = ""] = header;
    changes.push({ path: piece, mode, before: idOf(before), blob: idOf(blob) });
    header = undefined;
  }
  return changes;
}
