import { parsePullRequest, type PullRequest } from "../../core/github/plan-review.ts";
import { usageError } from "../cli-error.ts";

export function parsePullRequestArgument(text: string): PullRequest {
  const pull = parsePullRequest(text);
  if (pull !== undefined) return pull;
  throw usageError(
    "invalid_pull_request",
    `${JSON.stringify(text.slice(0, 200))} is not a pull request`,
    "write it as owner/name#12",
  );
}
