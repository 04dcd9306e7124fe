import { ExternalError } from "../../ports/errors.ts";

export type GithubErrorCode =
  /** The address, the token or the App's key is unusable. */
  | "host_misconfigured"
  /** No response, or not in time. */
  | "host_unreachable"
  /** The server failed repeatedly. */
  | "host_failed"
  /** A rate limit that lasts longer than Emend waits. */
  | "host_busy"
  | "host_unauthorised"
  | "host_forbidden"
  | "host_not_found"
  /** The request was rejected. */
  | "host_refused"
  /** The response redirects to another server, which must not get the token. */
  | "host_moved"
  | "host_answer_unfit";

/** Why GitHub could not be written to. It has no cause, because that could contain the token. */
export class GithubError extends ExternalError<GithubErrorCode> {
  override readonly name = "GithubError";
}

/** Whether the request may have taken effect despite the error. */
export const isUncertain = (error: unknown): boolean =>
  error instanceof GithubError && (error.code === "host_unreachable" || error.code === "host_failed");
