import { ExternalError } from "../../ports/errors.ts";

export type LedgerErrorCode =
  | "git_not_found"
  | "git_failed"
  | "disk_full"
  /** The folder has files but is not a git repository. */
  | "ledger_not_a_repository"
  | "ledger_unreachable"
  /** Another writer or someone's git command has locked it. */
  | "ledger_locked"
  | "ledger_corrupt"
  /** No branch is checked out in the folder. */
  | "ledger_detached"
  /** Someone committed while it was being written. */
  | "ledger_changed"
  | "ledger_push_refused";

/** The ledger could not be used. `cause` contains what git or the system reported. */
export class LedgerError extends ExternalError<LedgerErrorCode> {
  override readonly name = "LedgerError";
}
