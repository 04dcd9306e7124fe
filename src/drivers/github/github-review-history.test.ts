import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  startReviewServer,
  type ReviewServer,
  type StubFault,
  type StubPull,
} from "../../../test/review-server.ts";
import { correctionsFromReviews } from "../../core/correction/review-corrections.ts";
import { ExternalError } from "../../ports/errors.ts";
import type { ReviewWalkProgress } from "../../ports/review-history.ts";
import { createGithubReviewHistory, type ReviewHistoryOptions } from "./github-review-history.ts";

const REPOSITORY = "acme/shop";
const TOKEN = "ghp_ofNobodyInParticular000000";
const day = (number: number): string => `2026-02-${String(number).padStart(2, "0")}T10:00:00Z`;

let server: ReviewServer;
let folder: string;

beforeEach(async () => {
  server = await startReviewServer();
  folder = mkdtempSync(join(tmpdir(), "reviews-"));
});

afterEach(async () => {
  await server.stop();
});

const pullOf = (number: number, more: Partial<StubPull> = {}): StubPull => ({
  number,
  updatedAt: new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString().replace(".000Z", "Z"),
  title: `Pull request ${number}`,
  by: "ana",
  state: "MERGED",
  threads: [
    {
      path: "src/cart.ts",
      line: 3,
      hunk: "@@ -1,2 +1,3 @@\n a\n b\n+const total = 1;",
      isOutdated: true,
      remarks: [{ id: number * 100, by: "bo", body: "Please use a constant for this number.", at: day(1) }],
    },
  ],
  ...more,
});

const fill = (count: number): void => {
  for (let number = 1; number <= count; number += 1) server.pulls.push(pullOf(number));
};

const history = (options: Partial<ReviewHistoryOptions> = {}) =>
  createGithubReviewHistory({
    apiUrl: server.url,
    credentials: { kind: "token", token: TOKEN },
    secondMs: 1,
    timeoutMs: 2_000,
    folder,
    ...options,
  });

const walk = (options: Partial<ReviewHistoryOptions> = {}) =>
  history(options).walk({ repository: REPOSITORY });

const numbersOf = ({ pulls }: { pulls: readonly { number: number }[] }): readonly number[] =>
  pulls.map(({ number }) => number).toSorted((a, b) => a - b);

async function failureOf(act: Promise<unknown>): Promise<ExternalError> {
  const error: unknown = await act.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ExternalError)) throw new Error(`expected an ExternalError, got ${String(error)}`);
  expect(JSON.stringify([error.message, error.stack])).not.toContain(TOKEN);
  return error;
}

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

describe("a walk", () => {
  it("reads every pull request, ten at a time", async () => {
    fill(125);
    const steps: ReviewWalkProgress[] = [];
    const walked = await history().walk({ repository: REPOSITORY, onProgress: (step) => steps.push(step) });
    expect(numbersOf(walked)).toEqual(upTo(125));
    expect(walked).toMatchObject({ isComplete: true, fromCache: 0 });
    expect(steps.at(-1)).toEqual({ pulls: 125, ofPulls: 125, threads: 125 });
    // Two pages of the list, ten batches of the first page and three of the second.
    expect(server.requests).toHaveLength(15);
  });

  it("reads all pages of everything that was said", async () => {
    const remarks = upTo(45).map((id) => ({ id, by: "bo", body: `Remark ${id}`, at: day(1) }));
    const thread = { path: "a.ts", line: 1, hunk: "@@ -0,0 +1 @@\n+a", remarks };
    const commits = upTo(130).map((at) => ({
      oid: at.toString(16).padStart(40, "0"),
      message: `Commit ${at}`,
      at: day(1),
      by: "ana",
    }));
    const [comments, reviews] = [1_000, 2_000].map((from) =>
      remarks.map((one) => ({ ...one, id: one.id + from })),
    );
    server.pulls.push(
      pullOf(1, {
        threads: [
          thread,
          ...upTo(40).map((at) => ({ ...thread, remarks: [{ ...remarks[0]!, id: 5_000 + at }] })),
        ],
        comments: comments!,
        reviews: reviews!.map((one) => ({ ...one, state: "COMMENTED" })),
        commits,
      }),
    );
    const [pull] = (await walk()).pulls;
    expect(pull!.threads).toHaveLength(41);
    expect(pull!.threads[0]!.remarks.map(({ id }) => Number(id))).toEqual(upTo(45));
    expect([pull!.comments.length, pull!.reviews.length, pull!.commits.length]).toEqual([45, 45, 130]);
  });

  it("gives the same corrections by REST, as far as REST knows", async () => {
    fill(3);
    server.pulls.push(
      pullOf(4, {
        by: "claude[bot]",
        reviews: [{ id: 9, by: "bo", body: "Please split this up.", at: day(2), state: "CHANGES_REQUESTED" }],
        comments: [{ id: 8, by: "coverage[bot]", body: "Please add tests.", at: day(2) }],
        commits: [{ oid: "b".repeat(40), message: "Fix it", at: day(3), by: "bo" }],
      }),
    );
    const byGraphql = correctionsFromReviews((await walk()).pulls, { project: "p" });
    server.fail({ on: "/graphql", kind: "unknown_field", times: 999 });
    const byRest = correctionsFromReviews((await walk({ folder: join(folder, "rest") })).pulls, {
      project: "p",
    });
    expect(byGraphql.map(({ kind, agent }) => [kind, agent])).toEqual([
      ["review", "claude-code"],
      ["review", "claude-code"],
      ["review", undefined],
      ["review", undefined],
      ["review", undefined],
      ["rewritten", "claude-code"],
    ]);
    expect(byRest).toEqual(byGraphql);
  });
});

describe("the cache", () => {
  it("answers for everything that has not changed, with one request", async () => {
    fill(125);
    await walk();
    server.requests.splice(0);
    expect(await walk()).toMatchObject({ isComplete: true, fromCache: 125 });
    expect(server.requests).toEqual(["list"]);
  });

  it("lets only changed and new pull requests be read", async () => {
    fill(30);
    await walk();
    server.requests.splice(0);
    server.pulls[4] = pullOf(5, { updatedAt: day(20), title: "Changed" });
    server.pulls.push(pullOf(31, { updatedAt: day(21) }));
    const walked = await walk();
    expect(server.requests).toEqual(["list", "read 31,5"]);
    expect(numbersOf(walked)).toEqual(upTo(31));
    expect(walked.pulls.find(({ number }) => number === 5)!.title).toBe("Changed");
    expect(walked.fromCache).toBe(29);
  });

  it("goes on after the code host was cut off", async () => {
    fill(40);
    server.fail({ on: "pullRequest(number", after: 2, kind: "cut", times: 4 });
    const first = await walk();
    expect(first).toMatchObject({
      isComplete: false,
      stopped: expect.stringContaining("goes on from there"),
    });
    expect(first.pulls).toHaveLength(20);
    server.requests.splice(0);
    expect(await walk()).toMatchObject({ isComplete: true, fromCache: 20 });
    expect(server.requests).toHaveLength(3);
  });

  it("fetches damaged files again", async () => {
    fill(12);
    await walk();
    const home = join(folder, new URL(server.url).host.replace(":", "_"), "acme", "shop");
    const whole = readFileSync(join(home, "3.json"), "utf8");
    writeFileSync(join(home, "3.json"), whole.slice(0, -20));
    writeFileSync(join(home, "4.json"), whole.replace("Pull request 3", "Pull request 99"));
    writeFileSync(join(home, "5.json"), "");
    server.requests.splice(0);
    const walked = await walk();
    expect(walked).toMatchObject({ isComplete: true, fromCache: 9 });
    expect(server.requests).toEqual(["list", "read 5,4,3"]);
    expect(walked.pulls.map(({ title }) => title)).not.toContain("Pull request 99");
  });

  it("is the user's alone, and has no secrets", async () => {
    server.pulls.push(
      pullOf(1, {
        body: "Write to ana@example.com\n\nCo-Authored-By: Claude <noreply@anthropic.com>",
        comments: [
          { id: 5, by: "bo", body: "the token is ghp_abcdefghijklmnopqrstuvwxyz0123456789", at: day(1) },
        ],
      }),
    );
    const walked = await walk();
    const home = join(folder, new URL(server.url).host.replace(":", "_"), "acme", "shop");
    expect(readdirSync(home).toSorted()).toEqual(["1.json", "walk.json"]);
    expect(statSync(home).mode & 0o077).toBe(0);
    expect(statSync(join(home, "1.json")).mode & 0o077).toBe(0);
    const text = readFileSync(join(home, "1.json"), "utf8");
    expect(text).not.toMatch(/ana@example|ghp_abc/);
    expect(correctionsFromReviews(walked.pulls, { project: "p" })[0]!.agent).toBe("claude-code");
  });

  it("says so if it cannot be written", async () => {
    fill(1);
    chmodSync(folder, 0o500);
    // Root may write anywhere.
    if (process.getuid?.() === 0) return;
    expect((await failureOf(walk())).code).toBe("cache_not_written");
  });
});

describe("when GitHub does not do as asked", () => {
  const passing: readonly (StubFault & { why: string })[] = [
    { why: "a secondary limit", kind: "secondary_limit", seconds: 90, times: 2 },
    { why: "the primary limit", kind: "primary_limit", seconds: 200 },
    { why: "the limit of GraphQL", kind: "graphql_limit", seconds: 200 },
    { why: "a gateway that fails", kind: "bad_gateway", times: 3 },
  ];

  it.each(passing)("$why is waited for", async ({ why: _why, ...fault }) => {
    fill(25);
    const waits: number[] = [];
    server.fail({ ...fault, on: "pullRequest(number", after: 1 });
    const walked = await history().walk({
      repository: REPOSITORY,
      onProgress: ({ waitingSeconds }) => {
        if (waitingSeconds !== undefined) waits.push(waitingSeconds);
      },
    });
    expect(numbersOf(walked)).toEqual(upTo(25));
    expect(waits.length).toBeGreaterThan(0);
  });

  it.each([
    { kind: "secondary_limit", seconds: 901 },
    { kind: "primary_limit", seconds: 3_000 },
    { kind: "graphql_limit", seconds: 3_000 },
    { kind: "secondary_limit", seconds: 300, times: 9 },
  ] as const)("a longer limit ends the walk with what it has: $kind, $seconds s", async (fault) => {
    fill(25);
    server.fail({ ...fault, on: "pullRequest(number", after: 1 });
    const walked = await walk();
    expect(walked.pulls).toHaveLength(10);
    expect(walked.stopped).toMatch(/rate-limited; try again after .* the same command goes on from there/);
  });

  it("fails if it has nothing", async () => {
    fill(3);
    server.fail({ kind: "primary_limit", seconds: 3_000 });
    expect((await failureOf(walk())).code).toBe("host_busy");
  });

  it.each(["forbidden", "unknown_field", "no_such_route", "not_json"] as const)(
    "GraphQL that answers %s is replaced by REST",
    async (kind) => {
      fill(3);
      server.fail({ on: "/graphql", kind, times: 999 });
      const walked = await walk({ apiUrl: `${server.url}/api/v3` });
      expect(numbersOf(walked)).toEqual([1, 2, 3]);
      expect(walked.pulls[0]!.threads[0]!.isOutdated).toBe(true);
      expect(server.requests.filter((request) => request.startsWith("GET"))).toHaveLength(16);
    },
  );

  it("a query that is too heavy is asked for in parts, and in the end by REST", async () => {
    fill(10);
    server.fail({ on: "p7: pullRequest", kind: "bad_gateway", times: 99 });
    const walked = await walk();
    expect(numbersOf(walked)).toEqual(upTo(10));
    expect(walked.isComplete).toBe(true);
    expect(server.requests).toContain("GET /repos/acme/shop/pulls/7");
  });

  it("cursors that lead in circles end", async () => {
    fill(12);
    server.fail({ kind: "same_cursor", times: 9_999 });
    const walked = await walk();
    expect(numbersOf(walked)).toEqual(upTo(12));
    expect(walked).toMatchObject({ isComplete: false, stopped: expect.stringContaining("repeats itself") });
    expect(server.requests.length).toBeLessThan(200);
  });

  it.each(["../..", "acme/..", "acme/shop/../x", "acme", "a b/c", "acme/shop?x", "acme/sh%2fop"])(
    "%s is no repository",
    async (repository) => {
      expect((await failureOf(history().walk({ repository }))).code).toBe("host_misconfigured");
      expect(server.requests).toEqual([]);
      expect(existsSync(join(folder, ".."))).toBe(true);
    },
  );

  it("an unknown repository", async () => {
    expect((await failureOf(history().walk({ repository: "acme/none" }))).code).toBe("host_not_found");
  });
});
