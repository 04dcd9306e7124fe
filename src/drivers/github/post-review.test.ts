import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { reviewComment } from "../../../test/github-objects.ts";
import { startGithub, type GithubServer } from "../../../test/github-server.ts";
import { markFindings } from "../../core/github/render-finding.ts";
import type { Annotation } from "../../core/github/plan-checks.ts";
import type { CodeHost } from "../../ports/code-host.ts";
import { createGithubHost } from "./github-host.ts";

const TOKEN = "ghp_ofNobodyInParticular000000";
const PULL = { repository: "acme/shop", number: 12 };
const COMMIT = "0123456789abcdef0123456789abcdef01234567";

let github: GithubServer;

beforeEach(async () => {
  github = await startGithub({ token: TOKEN });
});

afterEach(async () => {
  await github.stop();
});

const hostOf = (): CodeHost =>
  createGithubHost({ apiUrl: github.url, credentials: { kind: "token", token: TOKEN }, secondMs: 1 });

const writes = (): readonly string[] =>
  github.requests
    .filter(({ method, path }) => method !== "GET" && path !== "/graphql")
    .map(({ method, path }) => `${method} ${path}`);

describe("a review on a pull request", () => {
  const body = (n: number): string => `words\n\n${markFindings([`00000000000000${n}0:1`])}`;
  const review = {
    pull: PULL,
    commit: COMMIT,
    summary: "**Review** — 3 findings",
    comments: [
      { path: "src/a.ts", line: 4, body: body(1) },
      { path: "src/a.ts", startLine: 7, line: 9, body: body(2) },
      { path: "src/b.ts", body: body(3) },
    ],
  };

  it("has its lines in one request, its files in one each", async () => {
    await hostOf().postReview(review);
    const pull = "/repos/acme/shop/pulls/12";
    expect(writes()).toEqual([`POST ${pull}/reviews`, `POST ${pull}/comments`]);
    expect(github.requests.find(({ path }) => path === `${pull}/reviews`)?.body).toMatchObject({
      event: "COMMENT",
      commit_id: COMMIT,
      comments: [
        { path: "src/a.ts", line: 4, side: "RIGHT" },
        { path: "src/a.ts", start_line: 7, start_side: "RIGHT", line: 9, side: "RIGHT" },
      ],
    });
    expect(github.requests.at(-1)?.body).toEqual({
      commit_id: COMMIT,
      path: "src/b.ts",
      body: body(3),
      subject_type: "file",
    });
  });

  it("is told again by ownRemarks, without what others say", async () => {
    const host = hostOf();
    await host.postReview(review);
    github.reviewComments.push(
      reviewComment(1, "alice", COMMIT, { path: "src/a.ts", line: 4, body: "mine" }),
    );
    const remarks = await host.ownRemarks(PULL);
    expect(remarks).toEqual([review.summary, body(1), body(2), body(3)]);
  });

  it("is not posted twice where the answer was lost", async () => {
    github.fail(
      { on: "POST /repos/acme/shop/pulls/12/reviews", kind: "done_but_lost" },
      { on: "POST /repos/acme/shop/pulls/12/comments", kind: "done_but_lost" },
    );
    await hostOf().postReview(review);
    expect(github.reviews).toHaveLength(1);
    expect(github.reviewComments).toHaveLength(3);
  });
});

describe("checks on a commit", () => {
  const annotations = (count: number): readonly Annotation[] =>
    Array.from({ length: count }, (_, index) => ({
      path: "src/a.ts",
      startLine: index + 1,
      endLine: index + 1,
      level: "warning",
      title: `finding ${index}`,
      message: "words",
    }));
  const report = (count: number): Promise<void> =>
    hostOf().reportChecks({
      repository: "acme/shop",
      commit: COMMIT,
      name: "emend review",
      title: "findings",
      summary: "words",
      conclusion: "neutral",
      annotations: annotations(count),
    });
  const onlyRun = () => [...github.checkRuns.values()][0]!;

  it.each([
    { count: 0, requests: 1 },
    { count: 50, requests: 1 },
    { count: 51, requests: 2 },
    { count: 170, requests: 4 },
  ])("$count annotations take $requests requests", async ({ count, requests }) => {
    await report(count);
    expect(writes()).toHaveLength(requests);
    const { sent, annotations: kept } = onlyRun();
    expect(sent).toMatchObject({ status: "completed", conclusion: "neutral", head_sha: COMMIT });
    expect(kept.map((one) => (one as { title: string }).title)).toEqual(
      annotations(count).map(({ title }) => title),
    );
    const states = github.requests.map(({ body }) => body?.["status"]);
    expect(states).toEqual([...Array.from({ length: requests - 1 }, () => "in_progress"), "completed"]);
  });

  it("repeats no annotation where answers are lost", async () => {
    github.fail({ on: "POST", kind: "done_but_lost" }, { on: "PATCH", kind: "done_but_lost" });
    await report(120);
    expect(github.checkRuns.size).toBe(1);
    expect(onlyRun().annotations).toHaveLength(120);
  });

  it("gives what there is to say beside the message", async () => {
    const one = { path: "a", level: "notice", title: "t", message: "m" } as const;
    await hostOf().reportChecks({
      repository: "acme/shop",
      commit: COMMIT,
      name: "n",
      title: "t",
      summary: "s",
      conclusion: "success",
      annotations: [
        { ...one, startLine: 2, endLine: 2 },
        { ...one, startLine: 2, endLine: 4, details: "more" },
      ],
    });
    expect(onlyRun().annotations).toMatchObject([
      { start_line: 2, end_line: 2 },
      { start_line: 2, end_line: 4, raw_details: "more" },
    ]);
  });
});
