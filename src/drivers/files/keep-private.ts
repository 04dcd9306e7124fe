import { chmodSync, closeSync, lstatSync, openSync } from "node:fs";
import { basename, dirname } from "node:path";

/** The folder that stores are in by default; nothing else belongs in it. */
const HOME = ".emend";
/** What SQLite keeps beside a file; it gets the file's mode. */
const BESIDE = ["-wal", "-shm", "-journal"];

/**
 * Makes a store's file for its owner alone, and takes others' rights from one that is there and belongs to this user. A
 * folder is changed only if it is Emend's own. Whatever fails here, opening the store says better.
 */
export function keepStorePrivate(file: string): void {
  makePrivateFile(file);
  for (const end of ["", ...BESIDE]) closeToOthers(`${file}${end}`);
  if (basename(dirname(file)) === HOME) closeToOthers(dirname(file));
}

/** An empty file, if there is none. */
export function makePrivateFile(file: string): void {
  try {
    // Fails if anything is there, a link included.
    closeSync(openSync(file, "wx", 0o600));
  } catch {
    // It is there already, or cannot be made.
  }
}

/** By its name: opening and closing a file of SQLite's would end the locks that this process has on it. */
function closeToOthers(path: string): void {
  try {
    const found = lstatSync(path);
    const isOwn = (found.isFile() || found.isDirectory()) && found.uid === process.getuid?.();
    if (isOwn && (found.mode & 0o077) !== 0) chmodSync(path, found.mode & 0o700);
  } catch {
    // Nothing is there, or the file system knows no modes.
  }
}
