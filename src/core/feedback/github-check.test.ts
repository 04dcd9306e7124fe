import { describe, expect, it } from "vitest";
import type { GithubContext } from "./from-github-comment.ts";
import { fromGithubEvent } from "./from-github-event.ts";

const context: GithubContext = { now: "2026-05-01T12:00:00Z", agents: { "rio-app[bot]": "rio" } };
const repository = { id: 5, full_name: "acme/shop", html_url: "https://github.com/acme/shop" };
const pulls = [
  { number: 7, head: { ref: "agent/mia/cart", sha: "c0ffee", repo: { id: 5 } }, base: { repo: { id: 5 } } },
];
const checkRun = {
  id: 31,
  name: "unit tests",
  head_sha: "c0ffee",
  status: "completed",
  conclusion: "failure",
  completed_at: "2026-05-01T10:00:00Z",
  output: {
    title: "2 tests failed",
    summary: "FAILED tests/test_cart.py::test_total - AssertionError: assert 3 == 4",
    text: null,
  },
  app: { slug: "github-actions", name: "GitHub Actions" },
  check_suite: { id: 90, head_branch: "agent/mia/cart", pull_requests: pulls },
  pull_requests: pulls,
};
const ended = { action: "completed", check_run: checkRun, repository };
const suite = {
  id: 90,
  head_branch: "agent/mia/cart",
  head_sha: "c0ffee",
  conclusion: "failure",
  updated_at: "2026-05-01T10:01:00Z",
  app: { slug: "github-actions", name: "GitHub Actions" },
  pull_requests: pulls,
};
const workflow = {
  id: 12,
  check_suite_id: 90,
  name: "CI",
  head_branch: "cart",
  head_sha: "c0ffee",
  conclusion: "timed_out",
  updated_at: "2026-05-01T10:02:00Z",
  actor: { login: "Rio-App[bot]", type: "Bot" },
  head_repository: { id: 5 },
  pull_requests: [],
};
const status = {
  id: 3,
  sha: "c0ffee",
  state: "error",
  context: "ci/lint",
  description: "3 problems",
  created_at: "2026-05-01T10:03:00Z",
  branches: [{ name: "main" }, { name: "agent/mia/cart" }],
  repository,
};
const read = (event: string, payload: unknown) => fromGithubEvent({ event, payload }, context);

describe("a check that failed", () => {
  it("becomes a tool's feedback with what its output tells", () => {
    expect(read("check_run", ended)).toMatchObject({
      diagnostics: [],
      feedback: [
        {
          event_id: "signal:check_run/31",
          source: { kind: "signal", ref: "check_run/31", tool: "unit tests" },
          author: { id: "github-app:github-actions", trust: "tool" },
          agent: "mia",
          run: "c0ffee",
          task: "acme/shop#7",
          time: "2026-05-01T10:00:00.000Z",
          outcome: null,
          tags: ["verification_failure"],
          comment: checkRun.output.summary,
        },
      ],
    });
    expect(read("check_run", ended).feedback[0]!.wrong).toMatch(/^unit tests failed: .*test_total/);
  });

  it("tells the type that its output shows, and the place", () => {
    const text =
      "Traceback (most recent call last):\n  File \"shop/cart.py\", line 12, in total\n    x\nKeyError: 'sum'";
    const payload = { ...ended, check_run: { ...checkRun, output: { title: null, summary: null, text } } };
    expect(read("check_run", payload).feedback).toMatchObject([
      {
        tags: ["runtime_error"],
        target: { path: "shop/cart.py", location: { type: "lines", line: 12, end_line: 12 } },
        wrong: expect.stringContaining("KeyError") as string,
      },
    ]);
  });

  it("is no person's refusal, whatever its output quotes", () => {
    const output = { title: "Review", summary: "No, this is wrong. I asked for something else.", text: null };
    const payload = { ...ended, check_run: { ...checkRun, output } };
    expect(read("check_run", payload).feedback).toMatchObject([{ tags: ["verification_failure"] }]);
  });

  it.each<[event: string, payload: object, fields: object]>([
    [
      "check_suite",
      { action: "completed", check_suite: suite, repository },
      {
        event_id: "signal:check_suite/90",
        wrong: "GitHub Actions failed",
        agent: "mia",
        task: "acme/shop#7",
      },
    ],
    [
      "workflow_run",
      { action: "completed", workflow_run: workflow, repository },
      { event_id: "signal:check_suite/90", wrong: "CI took too long", agent: "rio", run: "c0ffee" },
    ],
    [
      "status",
      status,
      {
        event_id: "signal:status/3",
        wrong: "ci/lint failed",
        comment: "3 problems",
        agent: "mia",
        author: { id: "github-check:ci/lint", trust: "tool" },
      },
    ],
  ])("is read from a %s; a workflow and its suite are one event", (event, payload, fields) => {
    const { feedback, diagnostics } = read(event, payload);
    expect(diagnostics).toEqual([]);
    expect(feedback).toMatchObject([fields]);
  });

  it.each<[why: string, event: string, payload: object]>([
    [
      "a check run without a branch",
      "check_run",
      { ...ended, check_run: { ...checkRun, pull_requests: [], check_suite: { id: 90, head_branch: null } } },
    ],
    [
      "a workflow of another repository",
      "workflow_run",
      {
        action: "completed",
        workflow_run: { ...workflow, head_branch: "agent/mia/x", head_repository: { id: 6 } },
        repository,
      },
    ],
    ["a status on no branch", "status", { ...status, branches: [] }],
  ])("on a fork is an outsider's and no agent's: %s", (_why, event, payload) => {
    const [record] = read(event, payload).feedback;
    expect(record!.author.trust).toBe("outsider");
    expect(record!.agent).toBeUndefined();
  });

  it("stays within bounds, however much it prints", () => {
    const text = "FAILED tests/a.py::b - AssertionError\n".repeat(100_000);
    const output = { title: text, summary: text, text };
    const payload = { ...ended, check_run: { ...checkRun, name: text, output } };
    const { feedback } = read("check_run", payload);
    expect(feedback).toHaveLength(1);
    expect(JSON.stringify(feedback[0]).length).toBeLessThan(200_000);
  });

  it("stays apart from that of another server with the same number", () => {
    const elsewhere = {
      ...ended,
      repository: { ...repository, html_url: "https://git.example.com/acme/shop" },
    };
    expect(read("check_run", elsewhere).feedback[0]!.event_id).toBe("signal:git.example.com/check_run/31");
  });
});

describe("a check that has not failed", () => {
  const run = (change: object, action = "completed") => ({
    action,
    check_run: { ...checkRun, ...change },
    repository,
  });
  it.each<[why: string, event: string, payload: object, reason: string]>([
    ["success", "check_run", run({ conclusion: "success" }), "no_problem"],
    ["neutral", "check_run", run({ conclusion: "neutral" }), "no_problem"],
    ["cancelled", "check_run", run({ conclusion: "cancelled" }), "not_feedback"],
    ["waiting for somebody", "check_run", run({ conclusion: "action_required" }), "not_feedback"],
    ["asked for again, after it failed", "check_run", run({}, "rerequested"), "not_feedback"],
    ["begun", "check_run", run({ conclusion: null }, "created"), "not_feedback"],
    ["a good status", "status", { ...status, state: "success" }, "no_problem"],
    ["a status to come", "status", { ...status, state: "pending" }, "not_feedback"],
    ["no check", "check_run", { action: "completed" }, "missing_field"],
    ["no number", "check_run", run({ id: null }), "missing_field"],
  ])("says nothing: %s", (_why, event, payload, reason) => {
    expect(read(event, payload)).toMatchObject({ feedback: [], diagnostics: [{ reason }] });
  });
});
