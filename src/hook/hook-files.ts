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

// Windows lacks O_NOFOLLOW and O_NONBLOCK, and nothing in a bitwise or counts as 0.
const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

interface ReadOptions {
  /** Whether the file may be a link, and another user's: for files of the user's own that Emend did not write. */
  readonly anyFile?: boolean;
}

/** A small file as text; nothing if it is not there, too large, a link, another user's, or no regular file. */
export function readSmall(
  file: string,
  most: number,
  { anyFile = false }: ReadOptions = {},
): string | undefined {
  let handle: number | undefined;
  try {
    // Opening a pipe would wait for a writer.
    handle = openSync(file, O_RDONLY | O_NONBLOCK | (anyFile ? 0 : O_NOFOLLOW));
    const found = fstatSync(handle);
    const fits = found.isFile() && found.size <= most && (anyFile || isOwn(found));
    return fits ? readFileSync(handle, "utf8") : undefined;
  } catch {
    return undefined;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** The end of a file that somebody else writes; `isWhole` if that is all of it. Nothing if it cannot be read at once. */
export function readEnd(
  file: string,
  most: number,
): { readonly text: string; readonly isWhole: boolean } | undefined {
  let handle: number | undefined;
  try {
    handle = openSync(file, O_RDONLY | O_NONBLOCK);
    const found = fstatSync(handle);
    if (!found.isFile()) return undefined;
    const bytes = Buffer.alloc(Math.min(found.size, most));
    const read = readSync(handle, bytes, 0, bytes.length, Math.max(0, found.size - most));
    return { text: bytes.toString("utf8", 0, read), isWhole: found.size <= most };
  } catch {
    return undefined;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** Adds to a file of our own, made where there is none; throws if anything else is in its place. */
export function appendOwn(file: string, text: string): void {
  const handle = openSync(file, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    const found = fstatSync(handle);
    if (!found.isFile() || found.nlink !== 1 || !isOwn(found))
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

/** As a whole or not at all: a reader never sees half of it, and a crash leaves the old one. */
export function writeWhole(file: string, text: string, { durable = false } = {}): void {
  const draft = join(dirname(file), `.${process.pid}-${(drafts += 1)}-${Date.now()}.tmp`);
  try {
    // Fails if anything is there, a link included.
    const handle = openSync(draft, "wx", 0o600);
    try {
      writeSync(handle, text);
      if (durable) fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(draft, file);
  } catch (error) {
    removeFile(draft);
    throw error;
  }
}

let drafts = 0;
const DRAFT = /^\.\d{1,10}-\d{1,10}-\d{1,15}\.tmp$/;

/** Removes one file or link, never a folder; one that is gone already is no failure. */
export function removeFile(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // Another process was faster, or it is not ours to remove.
  }
}

/** Removes files of these names that were last written so long ago; drafts of killed processes count as ours. */
export function removeOld(folder: string, isOurs: (name: string) => boolean, before: number): void {
  for (const name of listFolder(folder)) {
    if (!isOurs(name) && !DRAFT.test(name)) continue;
    const file = join(folder, name);
    try {
      const found = lstatSync(file);
      if (found.isFile() && found.mtimeMs < before) unlinkSync(file);
    } catch {
      // Another process removes it at the same time.
    }
  }
}

/** The names in a folder; none if it is not there, or a link. */
export function listFolder(folder: string): readonly string[] {
  try {
    return lstatSync(folder).isDirectory() ? readdirSync(folder) : [];
  } catch {
    return [];
  }
}

/** A folder that nobody else may look into; its parents are made one at a time. Throws if something else is there. */
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
