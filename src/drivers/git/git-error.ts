import { ExternalError } from "../../ports/errors.ts";

/** Git could not answer; `cause` holds what the process said. */
export class GitError extends ExternalError<
  "git_not_found" | "not_a_repository" | "unknown_range" | "git_failed"
> {
  override readonly name = "GitError";
}
