import { readFindingMarks } from "../../core/github/render-finding.ts";
import type { ReviewComment, PullRequest } from "../../core/github/plan-review.ts";
import type { ReviewToPost } from "../../ports/code-host.ts";
import { REMARK, type RemarkAnswer } from "./github-answers.ts";
import type { GithubSession } from "./github-session.ts";
import { isBy, repositoryParts } from "./repository-parts.ts";

const PULL = "/repos/{owner}/{repo}/pulls/{pull_number}";

/** Our reviews and review comments on a pull request. */
export async function listOwnRemarks(
  session: GithubSession,
  login: string,
  pull: PullRequest,
): Promise<readonly RemarkAnswer[]> {
  const parameters = { ...repositoryParts(pull.repository), pull_number: pull.number };
  const reviews = await session.list({ route: `GET ${PULL}/reviews`, parameters, answer: REMARK });
  const comments = await session.list({ route: `GET ${PULL}/comments`, parameters, answer: REMARK });
  return [...reviews, ...comments].filter((remark) => isBy(remark, login));
}

export async function postReview(
  session: GithubSession,
  login: string,
  { pull, commit, comments, summary }: ReviewToPost,
): Promise<void> {
  const parameters = { ...repositoryParts(pull.repository), pull_number: pull.number, commit_id: commit };
  /** Finds one of our comments that already contains the marks of these bodies. */
  const find = (bodies: readonly string[]) => async (): Promise<RemarkAnswer | undefined> => {
    const wanted = readFindingMarks(bodies);
    const own = await listOwnRemarks(session, login, pull);
    const posted = readFindingMarks(own.map(({ body }) => body ?? ""));
    return wanted.size > 0 && [...wanted].every((mark) => posted.has(mark)) ? own.at(-1) : undefined;
  };
  const onLines = comments.filter(({ line }) => line !== undefined);
  const review = { ...parameters, event: "COMMENT", body: summary, comments: onLines.map(toLineComment) };
  await session.create(
    { route: `POST ${PULL}/reviews`, parameters: review, answer: REMARK },
    find([summary, ...onLines.map(({ body }) => body)]),
  );
  // A review only accepts comments on lines.
  for (const { path, body, line } of comments) {
    if (line !== undefined) continue;
    const onFile = { ...parameters, path, body, subject_type: "file" };
    await session.create(
      { route: `POST ${PULL}/comments`, parameters: onFile, answer: REMARK },
      find([body]),
    );
  }
}

const toLineComment = ({ path, body, line, startLine }: ReviewComment): Record<string, unknown> => ({
  path,
  body,
  line,
  side: "RIGHT",
  ...(startLine === undefined ? {} : { start_line: startLine, start_side: "RIGHT" }),
});
