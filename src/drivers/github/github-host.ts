import { defined } from "../../core/defined.ts";
import type { CodeHost, PutRejection, RejectionToPut, ChecksToReport } from "../../ports/code-host.ts";
import { GithubError } from "./github-error.ts";
import { openGithubSession, type GithubSession } from "./github-session.ts";
import { readApiUrl } from "./read-api-url.ts";
import { openOctokit, type GithubCredentials } from "./open-octokit.ts";
import { createPace } from "./pace.ts";
import { listOwnRemarks, postReview } from "./post-review.ts";
import {
  findRejectionComment,
  MAX_COMMENT_LENGTH,
  renderRejectionComment,
} from "../../core/github/rejection-comment.ts";
import { REMARK, type RemarkAnswer, CHECK_RUN, CHECK_RUNS, type CheckRun } from "./github-answers.ts";
import { isBy, repositoryParts } from "./repository-parts.ts";
import { randomUUID } from "node:crypto";
import type { Annotation } from "../../core/github/plan-checks.ts";

/** Maximum annotations per request. */
const BATCH = 50;

const RUNS = "/repos/{owner}/{repo}/check-runs";

export interface GithubHostOptions {
  /** Base URL of the REST API: https://api.github.com, or https://host/api/v3 for GitHub Enterprise. */
  readonly apiUrl: string;
  readonly credentials: GithubCredentials;
  /** Per attempt, including reading the response. */
  readonly timeoutMs?: number;
  /** Milliseconds per second of waiting. Tests shorten it. */
  readonly secondMs?: number;
}

export function createGithubHost(options: GithubHostOptions): CodeHost {
  const { credentials, timeoutMs = 30_000, secondMs = 1_000 } = options;
  const apiUrl = readApiUrl(options.apiUrl);
  const octokit = openOctokit({ baseUrl: apiUrl, credentials, timeoutMs, secondMs });
  const pace = createPace(secondMs);
  const open = (): GithubSession => openGithubSession({ octokit, apiUrl, credentials, secondMs, pace });
  let login: string | undefined;
  const loginOf = async (session: GithubSession): Promise<string> => (login ??= await session.login());
  return {
    putRejection: async (rejection) => {
      const session = open();
      return putRejection(session, await loginOf(session), rejection);
    },
    ownRemarks: async (pull) => {
      const session = open();
      const remarks = await listOwnRemarks(session, await loginOf(session), pull);
      return remarks.map(({ body }) => body ?? "");
    },
    postReview: async (review) => {
      const session = open();
      await postReview(session, await loginOf(session), review);
    },
    reportChecks: (checks) => reportChecks(open(), checks),
  };
}

const COMMENTS = "/repos/{owner}/{repo}/issues/{issue_number}/comments";

async function putRejection(
  session: GithubSession,
  login: string,
  { pull, body, mark }: RejectionToPut,
): Promise<PutRejection> {
  const parts = repositoryParts(pull.repository);
  const parameters = { ...parts, issue_number: pull.number };
  const findExisting = async (): Promise<RemarkAnswer | undefined> => {
    const all = await session.list({ route: `GET ${COMMENTS}`, parameters, answer: REMARK });
    const own = all.filter((remark) => isBy(remark, login));
    const found = findRejectionComment(
      own.map((remark) => ({ id: remark.id, body: remark.body ?? "" })),
      mark,
    );
    return own.find(({ id }) => id === found?.id);
  };
  const existing = await findExisting();
  const text = renderRejectionComment(
    body,
    mark,
    existing === undefined ? undefined : { id: existing.id, body: existing.body ?? "" },
  );
  if (existing !== undefined && text === undefined) return toPutRejection("unchanged", existing);
  if (text === undefined || text.length > MAX_COMMENT_LENGTH) {
    const limit = `${MAX_COMMENT_LENGTH} characters`;
    throw new GithubError(
      "host_refused",
      `the rejection is longer than the ${limit} that GitHub accepts; use fewer tags`,
    );
  }
  if (existing === undefined) {
    const ask = { route: `POST ${COMMENTS}`, parameters: { ...parameters, body: text }, answer: REMARK };
    return toPutRejection("created", await session.create(ask, findExisting));
  }
  const route = "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}";
  const changed = { ...parts, comment_id: existing.id, body: text };
  return toPutRejection("updated", await session.send({ route, parameters: changed, answer: REMARK }));
}

const toPutRejection = (outcome: PutRejection["outcome"], { html_url: url }: RemarkAnswer): PutRejection => ({
  outcome,
  ...defined({ url }),
});

/** The check stays in progress until all annotations are there, so that nobody acts on half of it. */
async function reportChecks(session: GithubSession, checks: ChecksToReport): Promise<void> {
  const { commit, name, title, summary, conclusion } = checks;
  const parts = repositoryParts(checks.repository);
  const annotations = checks.annotations.map(toGithub);
  const stateUpTo = (count: number): object =>
    count < annotations.length ? { status: "in_progress" } : { status: "completed", conclusion };
  const outputOf = (from: number): object => ({
    output: { title, summary, annotations: annotations.slice(from, from + BATCH) },
  });
  const externalId = `emend-${randomUUID()}`;
  const parameters = {
    ...parts,
    name,
    head_sha: commit,
    external_id: externalId,
    ...stateUpTo(BATCH),
    ...outputOf(0),
  };
  const run = await session.create({ route: `POST ${RUNS}`, parameters, answer: CHECK_RUN }, async () => {
    const query = { ...parts, ref: commit, check_name: name, filter: "all", per_page: 100 };
    const route = "GET /repos/{owner}/{repo}/commits/{ref}/check-runs";
    const { check_runs: runs } = await session.send({ route, parameters: query, answer: CHECK_RUNS });
    return runs.find(({ external_id: id }) => id === externalId);
  });
  const route = `${RUNS}/{check_run_id}`;
  for (let from = BATCH; from < annotations.length; from += BATCH) {
    const id = { ...parts, check_run_id: run.id };
    const upTo = Math.min(from + BATCH, annotations.length);
    const more = { ...id, ...stateUpTo(upTo), ...outputOf(from) };
    // GitHub appends annotations, so sending them twice would show them twice.
    await session.create({ route: `PATCH ${route}`, parameters: more, answer: CHECK_RUN }, async () => {
      const found: CheckRun = await session.send({
        route: `GET ${route}`,
        parameters: id,
        answer: CHECK_RUN,
      });
      return found.output.annotations_count >= upTo ? found : undefined;
    });
  }
}

function toGithub(annotation: Annotation): Record<string, unknown> {
  const { path, startLine, endLine, level, title, message, details } = annotation;
  return {
    path,
    start_line: startLine,
    end_line: Math.max(startLine, endLine),
    annotation_level: level,
    title,
    message,
    ...defined({ raw_details: details }),
  };
}
