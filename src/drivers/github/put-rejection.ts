import {
  findRejectionComment,
  MAX_COMMENT_LENGTH,
  renderRejectionComment,
} from "../../core/github/rejection-comment.ts";
import type { PutRejection, RejectionToPut } from "../../ports/code-host.ts";
import { REMARK, type Remark } from "./github-answers.ts";
import { GithubError } from "./github-error.ts";
import type { GithubSession } from "./github-session.ts";
import { isBy, repositoryParts } from "./repository-parts.ts";

const COMMENTS = "/repos/{owner}/{repo}/issues/{issue_number}/comments";

export async function putRejection(
  session: GithubSession,
  login: string,
  { pull, body, mark }: RejectionToPut,
): Promise<PutRejection> {
  const parts = repositoryParts(pull.repository);
  const parameters = { ...parts, issue_number: pull.number };
  const findStanding = async (): Promise<Remark | undefined> => {
    const all = await session.list({ route: `GET ${COMMENTS}`, parameters, answer: REMARK });
    const own = all.filter((remark) => isBy(remark, login));
    const found = findRejectionComment(
      own.map((remark) => ({ id: remark.id, body: remark.body ?? "" })),
      mark,
    );
    return own.find(({ id }) => id === found?.id);
  };
  const standing = await findStanding();
  const text = renderRejectionComment(
    body,
    mark,
    standing === undefined ? undefined : { id: standing.id, body: standing.body ?? "" },
  );
  if (standing !== undefined && text === undefined) return put("unchanged", standing);
  if (text === undefined || text.length > MAX_COMMENT_LENGTH) {
    const limit = `${MAX_COMMENT_LENGTH} characters`;
    throw new GithubError(
      "host_refused",
      `the rejection is longer than the ${limit} GitHub takes; name fewer tags`,
    );
  }
  if (standing === undefined) {
    const ask = { route: `POST ${COMMENTS}`, parameters: { ...parameters, body: text }, answer: REMARK };
    return put("created", await session.create(ask, findStanding));
  }
  const route = "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}";
  const changed = { ...parts, comment_id: standing.id, body: text };
  return put("updated", await session.send({ route, parameters: changed, answer: REMARK }));
}

const put = (outcome: PutRejection["outcome"], { html_url: url }: Remark): PutRejection => ({
  outcome,
  ...(url === undefined ? {} : { url }),
});
