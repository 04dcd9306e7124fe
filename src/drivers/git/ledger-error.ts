import { ExternalError } from "../../ports/errors.ts";

export type LedgerErrorCode =
  | "git_not_found"
  | "git_failed"
  | "disk_full"
  /** The folder has files and is no git repository. */
  | "ledger_not_a_repository"
  | "ledger_unreachable"
  /** Another writer, or a person's git command, holds it. */
  | "ledger_locked"
  | "ledger_corrupt"
  /** Its folder has no branch checked out to write to. */
  | "ledger_detached"
  /** Somebody committed while it was written. */
  | "ledger_changed"
  | "ledger_push_refused";

/** The ledger could not be used; `cause` holds what git or the system said. */
export class LedgerError extends ExternalError<LedgerErrorCode> {
  override readonly name = "LedgerError";
}
