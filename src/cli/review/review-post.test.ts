import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startGithub, type GithubServer } from "../../../test/github-server.ts";
import { runCli } from "../../../test/run-cli.ts";

const TOKEN = "ghp_ofNobodyInParticular000000";
const COMMIT = "0123456789abcdef0123456789abcdef01234567";
const DIFF = ["--- a/src/a.ts", "+++ b/src/a.ts", "@@ -1,2 +1,3 @@", " one", "+two", " three", ""].join("\n");

const finding = (given: object): object => ({
  id: "F1",
  severity: "high",
  category: "correctness",
  title: "It breaks",
  file: "src/a.ts",
  line: 2,
  message: "It breaks on an empty list.",
  ...given,
});
const review = (...findings: readonly object[]): object => ({
  schema_version: "1.0",
  prompt_version: "1.0",
  summary: "Ask @alice.",
  findings,
});
const checked = (...findings: readonly object[]): string =>
  JSON.stringify({ status: "accepted", result: review(...findings), diagnostics: [] });

let github: GithubServer;
let cwd: string;
let env: Record<string, string>;

beforeEach(async () => {
  github = await startGithub({ token: TOKEN });
  cwd = mkdtempSync(join(tmpdir(), "emend-review-post-"));
  writeFileSync(join(cwd, "change.diff"), DIFF);
  env = { GITHUB_TOKEN: TOKEN, GITHUB_API_URL: github.url };
});

afterEach(async () => {
  await github.stop();
});

const post = (args: readonly string[], stdin: string, more: Record<string, string> = {}) =>
  runCli(["review", "post", "acme/shop#12", "--commit", COMMIT, ...args], {
    stdin,
    cwd,
    env: { ...env, ...more },
  });

describe("emend review post", () => {
  it("takes what review check printed to the pull request, once", async () => {
    const answer = JSON.stringify(review(finding({}), finding({ id: "F2", title: "Elsewhere", line: 99 })));
    const check = await runCli(["review", "check", "--diff", "change.diff", "--json"], {
      stdin: answer,
      cwd,
    });
    const first = await post(["--diff", "change.diff"], check.stdout);
    expect(first).toEqual({
      code: 0,
      stdout: "comments: 2, already posted: 0, annotations: 0\n",
      stderr: "",
    });
    expect(github.reviewComments.map(({ path, line, subject_type }) => [path, line, subject_type])).toEqual([
      ["src/a.ts", 2, "line"],
      ["src/a.ts", undefined, "file"],
    ]);
    const again = await post(["--diff", "change.diff", "--json"], check.stdout);
    expect(JSON.parse(again.stdout)).toEqual({ comments: 0, skipped: 2, annotations: 0 });
    expect(github.reviews).toHaveLength(1);
  });

  it("reports a check instead, or both", async () => {
    const run = await post(["--diff", "change.diff", "--checks"], checked(finding({ severity: "medium" })));
    expect(run).toMatchObject({ code: 0, stdout: "comments: 0, already posted: 0, annotations: 1\n" });
    expect(github.reviews).toEqual([]);
    expect([...github.checkRuns.values()][0]!.sent).toMatchObject({
      conclusion: "neutral",
      name: "emend review",
    });
  });

  it("reads lines out of a git range", async () => {
    const git = (...args: readonly string[]): string =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd, encoding: "utf8" });
    git("init", "--quiet", "--initial-branch=main");
    writeFileSync(join(cwd, "a.ts"), "one\n");
    git("add", "a.ts");
    git("commit", "--quiet", "-m", "one");
    writeFileSync(join(cwd, "a.ts"), "one\ntwo\n");
    git("commit", "--quiet", "-am", "two");
    const run = await post(["--range", "HEAD~1", "--dry-run"], checked(finding({ file: "a.ts", line: 2 })));
    expect(JSON.parse(run.stdout)).toMatchObject({ review: { comments: [{ path: "a.ts", line: 2 }] } });
  });

  it("sends nothing on a dry run, and needs no token for it", async () => {
    const args = ["--diff", "change.diff", "--dry-run", "--checks", "--comments", "--fail-on", "info"];
    const run = await post(args, checked(finding({ severity: "info" })), { GITHUB_TOKEN: "" });
    expect(JSON.parse(run.stdout)).toMatchObject({
      pull: { repository: "acme/shop", number: 12 },
      commit: COMMIT,
      review: { comments: [{ path: "src/a.ts", line: 2 }], summary: expect.stringContaining("`@alice.`") },
      check: { conclusion: "failure", annotations: [{ path: "src/a.ts" }] },
    });
    expect(github.requests).toEqual([]);
  });

  it("15.22 the check fails on a severe finding that was dropped, and says so", async () => {
    const raw = JSON.stringify(review(finding({ line: 0 }), finding({ id: "F2", severity: "info" })));
    const check = await runCli(["review", "check", "--diff", "change.diff", "--json"], { stdin: raw, cwd });
    await post(["--diff", "change.diff", "--checks"], check.stdout);
    expect([...github.checkRuns.values()][0]!.sent).toMatchObject({
      conclusion: "failure",
      output: {
        title: "a severe finding could not be used",
        summary: expect.stringContaining("The check fails: 1 dropped finding is high or worse"),
      },
    });
  });

  it.each([
    {
      why: "a finding was broken in the file",
      result: review(finding({ line: "two" }), finding({ id: "F2", severity: "info" })),
      diagnostics: [],
    },
    {
      why: "an earlier version dropped a finding and did not say how severe it is",
      result: review(finding({ severity: "info" })),
      diagnostics: [{ kind: "finding_dropped", reason: "invalid_line_range", message: "line is 0" }],
    },
  ])("15.22 the check fails if $why", async ({ result, diagnostics }) => {
    const file = JSON.stringify({ status: "accepted", result, diagnostics });
    await post(["--diff", "change.diff", "--checks"], file);
    expect([...github.checkRuns.values()][0]!.sent).toMatchObject({ conclusion: "failure" });
  });

  it.each([
    { why: "without its diagnostics", diagnostics: undefined },
    { why: "with a diagnostic that cannot be read", diagnostics: [{ kind: "finding_dropped" }] },
  ])("15.22 refuses a checked review $why", async ({ diagnostics }) => {
    const run = await post(
      ["--checks"],
      JSON.stringify({ status: "accepted", result: review(), diagnostics }),
    );
    expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining("[review_not_checked]") });
  });

  it("a rejected answer fails the check and ends with 1", async () => {
    const rejected = {
      status: "rejected",
      diagnostics: [{ kind: "response_rejected", reason: "invalid_json", message: "no JSON" }],
    };
    const run = await post(["--checks", "--comments"], JSON.stringify(rejected));
    expect(run.code).toBe(1);
    expect(run.stderr).toContain("[review_rejected]");
    expect([...github.checkRuns.values()][0]!.sent).toMatchObject({
      conclusion: "failure",
      output: { summary: expect.stringContaining("`invalid_json`") },
    });
  });

  it.each([
    {
      why: "no pull request",
      args: ["review", "post", "shop", "--commit", COMMIT],
      code: "invalid_pull_request",
    },
    {
      why: "a short commit",
      args: ["review", "post", "a/b#1", "--commit", "abc123"],
      code: "invalid_commit",
    },
    {
      why: "a raw answer",
      args: ["review", "post", "a/b#1", "--commit", COMMIT],
      code: "review_not_checked",
    },
  ])("refuses $why", async ({ args, code }) => {
    const run = await runCli(args, { stdin: JSON.stringify(review()), cwd, env });
    expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining(`[${code}]`) });
  });

  it("says what it needs to write to GitHub", async () => {
    const run = await post([], checked(finding({})), { GITHUB_TOKEN: "" });
    expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining("[host_credentials_missing]") });
  });

  it("the runner's token does not follow the settings of the checkout", async () => {
    const run = await post([], checked(finding({})), { EMEND_GITHUB_API_URL: "https://github.evil.example" });
    expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining("[host_token_of_another]") });
  });

  it("a token of its own goes where the settings say", async () => {
    const given = { GITHUB_TOKEN: "", EMEND_GITHUB_TOKEN: TOKEN, EMEND_GITHUB_API_URL: github.url };
    expect(await post([], checked(finding({})), given)).toMatchObject({ code: 0 });
  });

  it("the world's failure is exit code 3, without the token", async () => {
    const run = await post([], checked(finding({})), { GITHUB_TOKEN: "ghp_ofSomebodyElse0000000000000" });
    expect(run.code).toBe(3);
    expect(run.stderr).toContain("[host_unauthorised]");
    expect(run.stderr).not.toContain("ofSomebodyElse");
  });
});

describe("emend reject --post", () => {
  const reject = (...args: readonly string[]) =>
    runCli(["reject", ...args, "--source", "ci", "--post", "acme/shop#12"], { cwd, env });

  it("writes once, updates, and leaves alone what says nothing new", async () => {
    expect((await reject("lint_errors")).stdout).toMatch(/^created: https:\/\/github\.test\/\S+\n$/);
    expect((await reject("lint_errors")).stdout).toMatch(/^unchanged: /);
    const updated = await reject("tests_failing", "--json");
    expect(JSON.parse(updated.stdout)).toMatchObject({ outcome: "updated" });
    expect(github.issueComments).toHaveLength(1);
    const [comment] = github.issueComments;
    const parsed = await runCli(["reject", "--parse", "--json"], { stdin: String(comment!["body"]) });
    expect(JSON.parse(parsed.stdout)).toMatchObject({ issues: ["tests_failing"], source: "ci" });
  });

  it("shows on a dry run what it would send", async () => {
    const run = await reject("lint_errors", "--dry-run");
    expect(JSON.parse(run.stdout)).toEqual({
      pull: { repository: "acme/shop", number: 12 },
      body: expect.stringContaining("<!-- REJECTION: "),
      mark: "rejection/ci",
    });
    expect(github.requests).toEqual([]);
  });

  it.each([
    { why: "reading and posting", args: ["reject", "--parse", "--post", "a/b#1"] },
    { why: "a dry run of nothing", args: ["reject", "lint_errors", "--dry-run"] },
  ])("refuses $why", async ({ args }) => {
    expect(await runCli(args, { stdin: "" })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("[options_conflict]"),
    });
  });
});
