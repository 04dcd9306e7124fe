import { StoreError, type StoreErrorCode } from "../../../ports/errors.ts";

const BY_CODE: readonly (readonly [prefix: RegExp, code: StoreErrorCode, advice: string])[] = [
  [
    /^SQLITE_(?:BUSY|LOCKED)/,
    "store_locked",
    "another process has locked the store; try again, or stop that process",
  ],
  [
    /^SQLITE_(?:CORRUPT|NOTADB)/,
    "store_corrupt",
    "the file is damaged or not a store; move it away and restore a copy, or rebuild it from the ledger",
  ],
  [
    /^(?:SQLITE_READONLY|SQLITE_PERM|SQLITE_AUTH|EACCES$|EPERM$|EROFS$)/,
    "store_read_only",
    "the store cannot be written; give this user write permission to the file and its folder, or choose another place",
  ],
  [
    /^(?:SQLITE_FULL|ENOSPC$|EDQUOT$)/,
    "disk_full",
    "nothing was recorded, because the disk is full; free some space and record it again",
  ],
  [
    /^(?:SQLITE_CANTOPEN|ENOTDIR$|EISDIR$|ENOENT$|EEXIST$|ENAMETOOLONG$|ELOOP$)/,
    "store_unreachable",
    "the store cannot be opened there; use the path of a file in a folder that exists or can be created",
  ],
  [
    /^SQLITE_(?:TOOBIG|RANGE|MISMATCH|CONSTRAINT)/,
    "record_refused",
    "a record cannot be written; leave it out",
  ],
];

/** Translates an error of SQLite or the file system, with advice. */
export function sqliteError(file: string, error: unknown): StoreError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const message = (error instanceof Error ? error.message : String(error)).slice(0, 300);
  const [, known, advice] = BY_CODE.find(([prefix]) => prefix.test(code)) ?? [];
  return new StoreError(
    known ?? "store_failed",
    `${file}: ${advice ?? "the store failed; see its error, and try again"} (${message})`,
    error,
  );
}
