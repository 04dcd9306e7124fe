import { WorldError } from "../../ports/world-error.ts";

export type GitErrorCode = "git_not_found" | "not_a_repository" | "unknown_range" | "git_failed";

/** Git could not answer; `cause` holds what the process said. */
export class GitError extends WorldError {
  override readonly name = "GitError";
  declare readonly code: GitErrorCode;

  constructor(code: GitErrorCode, message: string, cause?: unknown) {
    super(code, message, cause);
  }
}
