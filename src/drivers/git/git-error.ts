import { ExternalError } from "../../ports/errors.ts";

/** A git command failed. `cause` contains its output. */
export class GitError extends ExternalError<
  "git_not_found" | "not_a_repository" | "unknown_range" | "git_failed"
> {
  override readonly name = "GitError";
}
