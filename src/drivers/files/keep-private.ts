import { chmodSync, closeSync, lstatSync, openSync } from "node:fs";
import { basename, dirname } from "node:path";

/** The default folder for stores. It contains nothing else. */
const STORE_FOLDER = ".emend";
/** Files that SQLite keeps beside a database. They get the database's mode. */
const SIDE_FILES = ["-wal", "-shm", "-journal"];

/**
 * Creates a store's file for its owner only, and removes others' access to an existing one that belongs to this user.
 * Changes the folder only if it is Emend's own. Ignores failures, because opening the store reports them better.
 */
export function keepStorePrivate(file: string): void {
  makePrivateFile(file);
  for (const end of ["", ...SIDE_FILES]) removeOthersAccess(`${file}${end}`);
  if (basename(dirname(file)) === STORE_FOLDER) removeOthersAccess(dirname(file));
}

/** Creates an empty file if there is none. */
export function makePrivateFile(file: string): void {
  try {
    // Fails if anything exists there, including a link.
    closeSync(openSync(file, "wx", 0o600));
  } catch {
    // It exists already, or cannot be created.
  }
}

/** Changes the mode by path, because opening and closing a SQLite file would release this process's locks on it. */
function removeOthersAccess(path: string): void {
  try {
    const stats = lstatSync(path);
    const isOwn = (stats.isFile() || stats.isDirectory()) && stats.uid === process.getuid?.();
    if (isOwn && (stats.mode & 0o077) !== 0) chmodSync(path, stats.mode & 0o700);
  } catch {
    // It does not exist, or the file system has no modes.
  }
}
