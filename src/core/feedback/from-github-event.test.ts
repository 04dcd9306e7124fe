import { describe, expect, it } from "vitest";
import { formatRejection } from "../gate/format-rejection.ts";
import { BUILT_IN_PACKS } from "../gate/built-in-packs.ts";
import { createGateCatalogue } from "../gate/gate.ts";
import { fromGithubComment, type GithubContext } from "./from-github-comment.ts";
import { fromGithubEvent } from "./from-github-event.ts";

const context: GithubContext = {
  now: "2026-05-01T12:00:00Z",
  agents: { "Rio-App[bot]": "rio", rio_dev: "rio" },
};
const repository = { id: 5, full_name: "acme/shop", html_url: "https://github.com/acme/shop" };
const ana = { login: "ana", type: "User" };
const bot = { login: "rio-app[bot]", type: "Bot" };
const pull = {
  id: 700,
  number: 7,
  html_url: "https://github.com/acme/shop/pull/7",
  user: bot,
  author_association: "CONTRIBUTOR",
  labels: [],
  body: "Adds the cart.",
  merged: false,
  closed_at: null,
  head: { ref: "cart", sha: "c0ffee", repo: { id: 5 } },
  base: { ref: "main", repo: { id: 5 } },
};
const review = {
  id: 44,
  state: "changes_requested",
  body: "Close the file in every branch.",
  user: ana,
  author_association: "MEMBER",
  submitted_at: "2026-05-01T08:01:00Z",
  commit_id: "c0ffee",
  html_url: "https://github.com/acme/shop/pull/7#pullrequestreview-44",
  pull_request_url: "https://api.github.com/repos/acme/shop/pulls/7",
};
const lineComment = {
  id: 501,
  path: "src/cart.ts",
  line: 4,
  side: "RIGHT",
  diff_hunk: "@@ -1,2 +1,3 @@\n a\n b\n+let c = 1",
  body: "Never reassigned.\n```suggestion\nconst c = 1\n```",
  user: ana,
  author_association: "MEMBER",
  created_at: "2026-05-01T08:00:00Z",
  commit_id: "0ther1",
  original_commit_id: "c0ffee",
  html_url: "https://github.com/acme/shop/pull/7#discussion_r501",
  pull_request_url: "https://api.github.com/repos/acme/shop/pulls/7",
};
const comment = {
  id: 88,
  body: "Name the unit in the variable.",
  user: ana,
  author_association: "OWNER",
  created_at: "2026-05-01T09:00:00Z",
  html_url: "https://github.com/acme/shop/pull/7#issuecomment-88",
  issue_url: "https://api.github.com/repos/acme/shop/issues/7",
};
const issue = { number: 7, user: bot, author_association: "NONE", labels: [], pull_request: { url: "x" } };

const read = (event: string, payload: unknown, given: GithubContext = context) =>
  fromGithubEvent({ event, payload }, given);
const only = (event: string, payload: unknown, given: GithubContext = context) => {
  const { feedback, diagnostics } = read(event, payload, given);
  expect(diagnostics).toEqual([]);
  expect(feedback).toHaveLength(1);
  return feedback[0]!;
};
const submitted = { action: "submitted", review, pull_request: pull, repository, sender: ana };
const commented = { action: "created", comment: lineComment, pull_request: pull, repository, sender: ana };
const discussed = { action: "created", comment, issue, repository, sender: ana };
const closed = {
  action: "closed",
  pull_request: { ...pull, closed_at: "2026-05-01T11:00:00Z" },
  repository,
  sender: ana,
};

describe("fromGithubEvent: reviews and comments", () => {
  it("reads a review as a decision about the agent's attempt", () => {
    expect(only("pull_request_review", submitted)).toMatchObject({
      event_id: "github_comment:review/44",
      agent: "rio",
      run: "c0ffee",
      task: "acme/shop#7",
      outcome: "rejected",
      author: { id: "github:ana", trust: "person" },
      time: "2026-05-01T08:01:00.000Z",
      comment: "Close the file in every branch.",
    });
  });

  it("reads a line comment with its place and change", () => {
    expect(only("pull_request_review_comment", commented)).toMatchObject({
      event_id: "github_comment:review_comment/501",
      agent: "rio",
      run: "c0ffee",
      target: { path: "src/cart.ts", location: { type: "lines", line: 4, end_line: 4 } },
      correction: { summary: expect.stringContaining("const c = 1") as string },
    });
  });

  it.each([
    ["pull_request_review", submitted, { ...review, state: "CHANGES_REQUESTED" }],
    ["pull_request_review_comment", commented, lineComment],
    ["issue_comment", discussed, comment],
  ])("makes of a %s the record that the API's list gives, so both are one", (event, payload, listed) => {
    const { original: _sent, ...sent } = only(event, payload);
    const { original: _told, ...told } = fromGithubComment([listed], { ...context, agent: "rio" })
      .feedback[0]!;
    expect(sent).toEqual(told);
  });

  it("gives an edit the id of the comment that was edited", () => {
    const edited = { ...commented, action: "edited", comment: { ...lineComment, body: "Make it const." } };
    expect(only("pull_request_review_comment", edited).id).toBe(
      only("pull_request_review_comment", commented).id,
    );
    const changed = { ...submitted, action: "edited", review: { ...review, body: "Please." } };
    expect(only("pull_request_review", changed).id).toBe(only("pull_request_review", submitted).id);
  });

  it("takes a dismissed review as decided by nobody, under the same id", () => {
    const dismissed = { ...submitted, action: "dismissed", review: { ...review, state: "dismissed" } };
    expect(only("pull_request_review", dismissed)).toMatchObject({
      outcome: null,
      id: only("pull_request_review", submitted).id,
    });
  });

  it("reads every comment of a thread, each as itself", () => {
    const thread = { comments: [lineComment, { ...lineComment, id: 502, in_reply_to_id: 501 }] };
    const { feedback } = read("pull_request_review_thread", {
      action: "resolved",
      thread,
      pull_request: pull,
      repository,
    });
    expect(feedback.map(({ source }) => source.ref)).toEqual(["review_comment/501", "review_comment/502"]);
    expect(feedback[0]).toEqual(only("pull_request_review_comment", commented));
  });

  it("002.7: keeps each attempt of one pull request apart, refused with its tags", () => {
    const catalogue = createGateCatalogue(BUILT_IN_PACKS);
    const body = formatRejection({
      issues: ["tests_failing"],
      source: "ci",
      ts: "2026-05-01T08:00:00Z",
      catalogue,
    });
    const attempts = ["aaa1", "bbb2"].map((sha, at) =>
      only("pull_request_review", {
        ...submitted,
        review: { ...review, id: 60 + at, commit_id: sha, body, submitted_at: `2026-05-01T1${at}:00:00Z` },
      }),
    );
    expect(attempts).toMatchObject([
      { run: "aaa1", task: "acme/shop#7", outcome: "rejected", tags: ["tests_failing"], agent: "rio" },
      { run: "bbb2", task: "acme/shop#7", outcome: "rejected", tags: ["tests_failing"], agent: "rio" },
    ]);
    expect(attempts[0]!.id).not.toBe(attempts[1]!.id);
  });

  it.each([
    ["OWNER", "User", "person"],
    ["COLLABORATOR", "User", "person"],
    ["CONTRIBUTOR", "User", "outsider"],
    ["NONE", "User", "outsider"],
    [undefined, "User", "outsider"],
    ["NONE", "Bot", "reviewer_bot"],
  ])("trusts a %s who is a %s as %s", (association, type, trust) => {
    const payload = {
      ...discussed,
      comment: { ...comment, author_association: association, user: { login: "eve", type } },
    };
    expect(only("issue_comment", payload).author).toEqual({ id: "github:eve", trust });
  });

  it.each<[why: string, event: string, payload: object, reason: string]>([
    ["a comment that was deleted", "issue_comment", { ...discussed, action: "deleted" }, "deleted"],
    [
      "a line comment that was deleted",
      "pull_request_review_comment",
      { ...commented, action: "deleted" },
      "deleted",
    ],
    ["a comment on an issue", "issue_comment", { ...discussed, issue: { number: 7 } }, "not_feedback"],
    [
      "the agent's own answer",
      "issue_comment",
      { ...discussed, comment: { ...comment, user: bot } },
      "own_words",
    ],
    [
      "the answer of the bot that opened the pull request, whatever its agent is called",
      "issue_comment",
      {
        ...discussed,
        issue: { ...issue, user: { login: "x[bot]", type: "Bot" }, labels: [{ name: "agent:mia" }] },
        comment: { ...comment, user: { login: "X[bot]", type: "Bot" } },
      },
      "own_words",
    ],
    [
      "a review without words",
      "pull_request_review",
      { ...submitted, review: { ...review, state: "commented", body: null } },
      "nothing_said",
    ],
    ["an action of a later day", "issue_comment", { ...discussed, action: "pinned" }, "not_feedback"],
    ["no action", "pull_request_review", { ...submitted, action: undefined }, "not_feedback"],
    ["no review", "pull_request_review", { ...submitted, review: undefined }, "missing_field"],
    [
      "no comments in a thread",
      "pull_request_review_thread",
      { action: "resolved", thread: 1 },
      "missing_field",
    ],
    ["a push", "push", { ref: "refs/heads/main", repository }, "not_feedback"],
    ["an event named as what every object has", "constructor", {}, "not_feedback"],
  ])("leaves out %s, and says why", (_why, event, payload, reason) => {
    expect(read(event, payload)).toMatchObject({ feedback: [], diagnostics: [{ kind: "skipped", reason }] });
  });

  it.each([undefined, null, 1, "x", [], [submitted]])("takes no payload of another kind: %j", (payload) => {
    expect(read("pull_request_review", payload)).toMatchObject({
      feedback: [],
      diagnostics: [{ reason: "not_an_object" }],
    });
  });

  it("names an event of any length in few words", () => {
    const [said] = read("x".repeat(1_000_000), {}).diagnostics;
    expect(said!.message.length).toBeLessThan(200);
  });

  it("falls back on the given agent", () => {
    const payload = { ...submitted, pull_request: { ...pull, user: ana } };
    expect(only("pull_request_review", payload).agent).toBeUndefined();
    expect(only("pull_request_review", payload, { ...context, agent: "mia" }).agent).toBe("mia");
    expect(only("pull_request_review", submitted, { ...context, agent: "mia" }).agent).toBe("rio");
  });
});

describe("fromGithubEvent: a pull request that is closed", () => {
  const merged = {
    ...closed,
    pull_request: {
      ...closed.pull_request,
      merged: true,
      merged_at: "2026-05-01T11:00:00Z",
      merged_by: ana,
    },
    sender: { login: "queue[bot]", type: "Bot" },
  };

  it.each([
    ["merged is approved by who merged it", merged, "approved", "pull_request/700/merged"],
    ["closed without that is rejected by who closed it", closed, "rejected", "pull_request/700/closed"],
  ])("%s", (_why, payload, outcome, ref) => {
    expect(only("pull_request", payload)).toMatchObject({
      event_id: `github_comment:${ref}/2026-05-01T11:00:00Z`,
      outcome,
      source: { ref },
      author: { id: "github:ana", trust: "person" },
      agent: "rio",
      run: "c0ffee",
      task: "acme/shop#7",
      time: "2026-05-01T11:00:00.000Z",
      similarity_text: "",
    });
  });

  it("is another decision when it is closed again later", () => {
    const again = { ...closed, pull_request: { ...closed.pull_request, closed_at: "2026-05-02T11:00:00Z" } };
    expect(only("pull_request", again).id).not.toBe(only("pull_request", closed).id);
  });

  const by = (login: string, type: string) => ({ login, type });
  it.each<[why: string, payload: object, answer: unknown]>([
    ["another login of the agent closes it", { ...closed, sender: by("rio_dev", "User") }, "own_words"],
    ["its bot closes it", { ...closed, sender: bot }, "own_words"],
    [
      "a bot of no known agent closes its own",
      {
        ...closed,
        sender: by("x[bot]", "Bot"),
        pull_request: { ...closed.pull_request, user: by("x[bot]", "Bot") },
      },
      "own_words",
    ],
    [
      "the agent merges itself",
      { ...merged, pull_request: { ...merged.pull_request, merged_by: bot } },
      "own_words",
    ],
    [
      "an outsider gives up",
      {
        ...closed,
        sender: by("eve", "User"),
        pull_request: { ...closed.pull_request, user: by("eve", "User") },
      },
      "nothing_said",
    ],
    ["nobody is named", { ...closed, sender: undefined }, "nothing_said"],
    ["it has no id", { ...closed, pull_request: { ...closed.pull_request, id: undefined } }, "missing_field"],
    ["it is none", { ...closed, pull_request: 7 }, "missing_field"],
    ["it is opened", { ...closed, action: "opened" }, "not_feedback"],
    ["it is opened again", { ...closed, action: "reopened" }, "not_feedback"],
  ])("decides nothing where %s", (_why, payload, reason) => {
    expect(read("pull_request", payload)).toMatchObject({ feedback: [], diagnostics: [{ reason }] });
  });

  it("counts what a member closes of their own, for people run agents under their names", () => {
    const own = { ...closed.pull_request, user: ana, author_association: "MEMBER", body: "x\n\nAgent: mia" };
    expect(only("pull_request", { ...closed, pull_request: own })).toMatchObject({
      outcome: "rejected",
      agent: "mia",
    });
  });

  it("decides nothing where whoever hands it in is an outsider", () => {
    const author = { id: "x", trust: "outsider" } as const;
    expect(read("pull_request", closed, { ...context, author }).feedback).toEqual([]);
  });
});
