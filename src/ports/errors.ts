/**
 * Something outside Emend failed: git, a disk, a server. Drivers throw it with a stable code, a message that says
 * what to do, and the original error as `cause`. Edges turn it into an exit code or a status.
 */
export class ExternalError<Code extends string = string> extends Error {
  override readonly name: string = "ExternalError";
  readonly code: Code;

  constructor(code: Code, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

export type StoreErrorCode =
  | "store_locked"
  | "store_corrupt"
  | "store_read_only"
  | "store_unreachable"
  | "disk_full"
  | "store_too_new"
  | "store_closed"
  | "store_failed"
  /** A store that had to be empty is not. */
  | "store_not_empty"
  /** A file or database that Emend did not create. */
  | "not_a_store"
  /** The audit log was tampered with. */
  | "audit_broken"
  /** A copy differs from its source. */
  | "copy_differs"
  /** One record cannot be written, but others can. */
  | "record_refused"
  /** The given `after` is not the `next` of a page. */
  | "invalid_cursor";

/** The store failed; `cause` contains the database's error. */
export class StoreError extends ExternalError<StoreErrorCode> {
  override readonly name = "StoreError";
}
