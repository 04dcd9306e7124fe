import { ExternalError } from "../../ports/errors.ts";

export type GithubErrorCode =
  /** The address, the token or the App's key cannot be used. */
  | "host_misconfigured"
  /** Nobody answers, or not in time. */
  | "host_unreachable"
  /** The server itself fails, again and again. */
  | "host_failed"
  /** A rate limit that takes longer than we wait. */
  | "host_busy"
  | "host_unauthorised"
  | "host_forbidden"
  | "host_not_found"
  /** What was asked for is not taken as it is. */
  | "host_refused"
  /** The answer leads to another server, where the token must not go. */
  | "host_moved"
  | "host_answer_unfit";

/** Why GitHub could not be written to. It carries no cause: that could hold the token. */
export class GithubError extends ExternalError<GithubErrorCode> {
  override readonly name = "GithubError";
}

/** Whether what was sent may have been done all the same. */
export const isUnsure = (error: unknown): boolean =>
  error instanceof GithubError && (error.code === "host_unreachable" || error.code === "host_failed");
