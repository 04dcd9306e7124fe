import { randomUUID } from "node:crypto";
import type { Annotation } from "../../core/github/plan-checks.ts";
import type { ChecksToReport } from "../../ports/code-host.ts";
import { CHECK_RUN, CHECK_RUNS, type CheckRun } from "./github-answers.ts";
import type { GithubSession } from "./github-session.ts";
import { repositoryParts } from "./repository-parts.ts";

/** What one request may hold. */
const BATCH = 50;
const RUNS = "/repos/{owner}/{repo}/check-runs";

/** The check is in progress until its last annotations are there, so nobody acts on half of it. */
export async function reportChecks(session: GithubSession, checks: ChecksToReport): Promise<void> {
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
    // Annotations are appended, so sending them twice would show them twice.
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
    ...(details === undefined ? {} : { raw_details: details }),
  };
}
