import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  type Stats,
  unlinkSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";

// Windows lacks O_NOFOLLOW and O_NONBLOCK; undefined is 0 in a bitwise or.
const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

interface ReadOptions {
  /** Also accepts links and other owners, for files that Emend did not write. */
  readonly anyFile?: boolean;
}

/** A small file as text; undefined if it is missing, too large, a link, owned by another user or not a regular file. */
export function readSmallFile(
  file: string,
  maxBytes: number,
  { anyFile = false }: ReadOptions = {},
): string | undefined {
  let handle: number | undefined;
  try {
    // Without O_NONBLOCK, opening a pipe would wait for a writer.
    handle = openSync(file, O_RDONLY | O_NONBLOCK | (anyFile ? 0 : O_NOFOLLOW));
    const stats = fstatSync(handle);
    const fits = stats.isFile() && stats.size <= maxBytes && (anyFile || isOwn(stats));
    return fits ? readFileSync(handle, "utf8") : undefined;
  } catch {
    return undefined;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

interface FilePart {
  readonly text: string;
  /** Whether that is all of the file. */
  readonly isWhole: boolean;
}

/** The end of a file that another program writes. Undefined if it cannot be read. */
export const readTail = (file: string, maxBytes: number): FilePart | undefined =>
  readPart(file, maxBytes, (size) => Math.max(0, size - maxBytes));

/** The start of such a file. */
export const readHead = (file: string, maxBytes: number): string | undefined =>
  readPart(file, maxBytes, () => 0)?.text;

function readPart(file: string, maxBytes: number, startOf: (size: number) => number): FilePart | undefined {
  let handle: number | undefined;
  try {
    handle = openSync(file, O_RDONLY | O_NONBLOCK);
    const stats = fstatSync(handle);
    if (!stats.isFile()) return undefined;
    const bytes = Buffer.alloc(Math.min(stats.size, maxBytes));
    const read = readSync(handle, bytes, 0, bytes.length, startOf(stats.size));
    return { text: bytes.toString("utf8", 0, read), isWhole: stats.size <= maxBytes };
  } catch {
    return undefined;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** Appends to a file of ours, which is created if it is missing. Throws if the path is anything else. */
export function appendToOwnFile(file: string, text: string): void {
  const handle = openSync(file, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    const stats = fstatSync(handle);
    if (!stats.isFile() || stats.nlink !== 1 || !isOwn(stats))
      throw new Error(`${file} is not a file that Emend wrote`);
    writeSync(handle, text);
  } finally {
    closeSync(handle);
  }
}

const isOwn = ({ uid }: Stats): boolean => {
  const own = process.getuid?.();
  return own === undefined || uid === own;
};

/** Writes to a draft and renames it: readers never see half of it, and a crash leaves the old file. */
export function writeAtomically(file: string, text: string, { durable = false } = {}): void {
  const draft = join(dirname(file), `.${process.pid}-${(drafts += 1)}-${Date.now()}.tmp`);
  try {
    // Fails if anything exists there, even a link.
    const handle = openSync(draft, "wx", 0o600);
    try {
      writeSync(handle, text);
      if (durable) fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(draft, file);
  } catch (error) {
    tryRemoveFile(draft);
    throw error;
  }
}

let drafts = 0;
const DRAFT = /^\.\d{1,10}-\d{1,10}-\d{1,15}\.tmp$/;

/** Removes a file or link, never a folder. Failures are ignored. */
export function tryRemoveFile(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // Another process removed it, or it is not ours.
  }
}

/** Removes our files, and drafts of killed processes, that were last written before a time. */
export function removeOldFiles(folder: string, isOurs: (name: string) => boolean, before: number): void {
  for (const name of listFolder(folder)) {
    if (!isOurs(name) && !DRAFT.test(name)) continue;
    const file = join(folder, name);
    try {
      const stats = lstatSync(file);
      if (stats.isFile() && stats.mtimeMs < before) unlinkSync(file);
    } catch {
      // Another process removed it first.
    }
  }
}

/** The names in a folder; none if it is missing or a link. */
export function listFolder(folder: string): readonly string[] {
  try {
    return lstatSync(folder).isDirectory() ? readdirSync(folder) : [];
  } catch {
    return [];
  }
}

/** Creates a folder, and its parents, that only this user can access. Throws if the path is something else. */
export function makePrivateFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") {
      if (lstatSync(folder).isDirectory()) return;
      throw new Error(`${folder} is not a folder`, { cause: error });
    }
    if (code !== "ENOENT" || dirname(folder) === folder) throw error;
    makePrivateFolder(dirname(folder));
    makePrivateFolder(folder);
  }
}
