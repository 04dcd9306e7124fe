import { describe, expect, it } from "vitest";
import { correctionsFromReviews } from "./review-corrections.ts";
import type { PullCommit, ReviewedPull, ReviewRemark, ReviewThread } from "./reviewed-pull.ts";

const BO = { login: "bo", isBot: false, isMember: true };
const ANA = { login: "ana", isBot: false, isMember: true };
const at = (hour: number): string => `2026-03-01T${String(hour).padStart(2, "0")}:00:00.000Z`;

let lastId = 0;
const said = (body: string, more: Partial<ReviewRemark> = {}): ReviewRemark => {
  lastId += 1;
  const url = `https://github.com/acme/shop/pull/7#discussion_r${lastId}`;
  return { id: String(lastId), url, author: BO, body, time: at(8), ...more };
};
const reply = (body: string, more: Partial<ReviewRemark> = {}): ReviewRemark =>
  said(body, { author: ANA, replyTo: "1", time: at(9), ...more });

const threadOf = (remarks: readonly ReviewRemark[], more: Partial<ReviewThread> = {}): ReviewThread => ({
  path: "src/cart.ts",
  isWholeFile: false,
  side: "new",
  hunk: "@@ -1,3 +1,4 @@\n one\n-two\n+three\n+four\n five",
  lines: { first: 3, last: 4 },
  remarks,
  ...more,
});

const pullOf = (more: Partial<ReviewedPull> = {}): ReviewedPull => ({
  server: "github.com",
  repository: "acme/shop",
  number: 7,
  url: "https://github.com/acme/shop/pull/7",
  title: "Add a cart",
  description: "",
  author: ANA,
  labels: [],
  isOwnBranch: true,
  state: "open",
  createdAt: at(6),
  commits: [],
  threads: [],
  reviews: [],
  comments: [],
  ...more,
});

const commit = (more: Partial<PullCommit> = {}): PullCommit => ({
  sha: "c".repeat(40),
  author: "ana",
  time: at(10),
  message: "Rename the total",
  ...more,
});

const find = (...pulls: readonly ReviewedPull[]) => correctionsFromReviews(pulls, { project: "p" });
const SUGGESTION = "```suggestion\nconst four = 4;\n```";
const ASKS = "Please rename this variable to total.";

interface RemarkRow {
  readonly isOne: boolean;
  readonly body: string;
  readonly more?: Partial<ReviewRemark>;
}

describe("what is a correction", () => {
  const opening: readonly RemarkRow[] = [
    { isOne: true, body: ASKS },
    { isOne: true, body: "This leaks the handle if open() throws." },
    { isOne: true, body: "Could you add a test for the empty cart?" },
    { isOne: true, body: SUGGESTION },
    { isOne: true, body: "In this repo we use pnpm." },
    { isOne: false, body: "Nice!" },
    { isOne: false, body: "LGTM, thanks for the quick fix" },
    { isOne: false, body: "Why is this needed?" },
    { isOne: false, body: "" },
    { isOne: false, body: "<!-- only a comment -->" },
    { isOne: false, body: ASKS, more: { author: { login: "coverage[bot]", isBot: true, isMember: false } } },
    { isOne: false, body: ASKS, more: { author: { login: "stranger", isBot: false, isMember: false } } },
    { isOne: true, body: ASKS, more: { author: { login: "unknown", isBot: false } } },
    { isOne: false, body: "I left this for the next pull request.", more: { author: ANA } },
    { isOne: false, body: ASKS, more: { author: { ...ANA, login: "Ana" } } },
  ];
  it.each(opening)("$isOne: the thread opens with $body", ({ isOne, body, more }) => {
    expect(find(pullOf({ threads: [threadOf([said(body, more)])] }))).toHaveLength(isOne ? 1 : 0);
  });

  const replies: readonly RemarkRow[] = [
    { isOne: true, body: "It still crashes, please add the check here.", more: { author: BO } },
    { isOne: false, body: "Done in 1a2b3c4." },
    { isOne: false, body: "You should see that this is intended." },
    { isOne: false, body: "Thanks!", more: { author: BO } },
    { isOne: false, body: "Agreed", more: { author: { ...BO, login: "cy" } } },
  ];
  it.each(replies)("$isOne: a reply says $body", ({ isOne, body, more }) => {
    const found = find(pullOf({ threads: [threadOf([said("Nice!"), reply(body, more)])] }));
    expect(found).toHaveLength(isOne ? 1 : 0);
  });

  const reviews: readonly (readonly [boolean, string, ReviewRemark["verdict"]])[] = [
    [true, "Please split this into two pull requests.", "COMMENTED"],
    [true, "Not like this", "CHANGES_REQUESTED"],
    [true, "Looks good, but please add a changelog entry.", "APPROVED"],
    [false, "Looks good", "APPROVED"],
    [false, "Some words about the weather", "COMMENTED"],
    [false, "Please split this.", "DISMISSED"],
    [false, "", "CHANGES_REQUESTED"],
  ];
  it.each(reviews)("%s: a review says %j with %s", (isOne, body, verdict) => {
    expect(find(pullOf({ reviews: [said(body, { verdict: verdict! })] }))).toHaveLength(isOne ? 1 : 0);
  });

  const comments: readonly (readonly [boolean, string])[] = [
    [true, "Please rebase this and remove the generated files."],
    [false, "/retest"],
    [false, "@dependabot rebase"],
    [false, "The build ran for ten minutes"],
  ];
  it.each(comments)("%s: a comment says %j", (isOne, body) => {
    expect(find(pullOf({ comments: [said(body)] }))).toHaveLength(isOne ? 1 : 0);
  });

  it("a person who opened the pull request for an agent may correct it", () => {
    const labels = ["agent:coder"];
    const [found] = find(pullOf({ labels, threads: [threadOf([said(ASKS, { author: ANA })])] }));
    expect(found).toMatchObject({ author: "ana", agent: "coder" });
    expect(find(pullOf({ labels, threads: [threadOf([said("Hm"), reply(ASKS)])] }))).toHaveLength(1);
  });

  it("the author is inferred if nobody names one", () => {
    const { author: _author, ...rest } = pullOf({
      threads: [
        threadOf([said(ASKS, { id: "1" }), reply("Fixed, thanks."), reply("You must see the docs here.")]),
      ],
    });
    expect(find(rest).map(({ author }) => author)).toEqual(["bo"]);
  });
});

describe("what is known of a correction", () => {
  it("has before and after, who, where and when", () => {
    const [found] = find(pullOf({ threads: [threadOf([said(`Use four.\n${SUGGESTION}`, { id: "42" })])] }));
    expect(found).toEqual({
      id: "review:github.com/review_comment/42",
      found: "review",
      kind: "review",
      remark: "Use four.",
      before: "four\nfive",
      after: "const four = 4;",
      outcome: "unknown",
      author: "bo",
      project: "p",
      session: "acme/shop#7",
      path: "src/cart.ts",
      time: at(8),
      rework: 0,
      origin: { url: expect.stringContaining("#discussion_r") },
    });
  });

  it.each([
    { why: "the old side", more: { side: "old", lines: { first: 2, last: 3 } }, before: "two\nfive" },
    { why: "a whole file", more: { isWholeFile: true }, before: undefined },
    { why: "no hunk", more: { hunk: "" }, before: undefined },
    { why: "a hunk without a header", more: { hunk: "+a\n+b", lines: { first: 1, last: 1 } }, before: "b" },
    {
      why: "more lines than the hunk has",
      more: { lines: { first: 1, last: 90_000 } },
      before: "one\nthree\nfour\nfive",
    },
  ] as const)("the lines before: $why", ({ more, before }) => {
    const [found] = find(pullOf({ threads: [threadOf([said(ASKS)], more)] }));
    expect(found!.before).toBe(before);
  });

  it("has no secrets and no addresses", () => {
    const token = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";
    const body = `Please remove ${token} and write to ana@example.com.\n\`\`\`suggestion\nkey = "${token}"\n\`\`\``;
    const found = find(
      pullOf({ threads: [threadOf([said(body)], { hunk: `@@ -0,0 +1 @@\n+key = "${token}"` })] }),
    );
    expect(found).toHaveLength(1);
    expect(JSON.stringify(found)).not.toMatch(/ghp_|ana@example/);
  });

  it.each([
    { why: "a bot's login", more: { author: { login: "claude[bot]", isBot: true } }, agent: "claude-code" },
    { why: "a trailer", more: { description: "x\n\nAgent: coder" }, agent: "coder" },
    { why: "a branch", more: { branch: "agent/rio/7" }, agent: "rio" },
    {
      why: "the trailers of most commits",
      more: {
        commits: ["a", "b"].map((sha) =>
          commit({ sha: sha.repeat(40), message: "x\n\nCo-Authored-By: Claude <noreply@anthropic.com>" }),
        ),
      },
      agent: "claude-code",
    },
    { why: "nothing", more: { commits: [commit()] }, agent: undefined },
    {
      why: "no trailer of somebody from outside",
      more: { description: "x\n\nAgent: coder", isOwnBranch: false, author: { ...ANA, isMember: false } },
      agent: undefined,
    },
  ])("the agent by $why", ({ more, agent }) => {
    const [found] = find(pullOf({ threads: [threadOf([said(ASKS)])], ...(more as Partial<ReviewedPull>) }));
    expect(found!.agent).toBe(agent);
  });
});

describe("what became of it", () => {
  const ended = { state: "merged" } as const;
  const table: readonly {
    readonly why: string;
    readonly thread?: Partial<ReviewThread>;
    readonly replies?: readonly string[];
    readonly pull?: Partial<ReviewedPull>;
    readonly body?: string;
    readonly outcome: string;
  }[] = [
    { why: "the lines changed", thread: { isOutdated: true }, outcome: "landed" },
    {
      why: "the lines changed, then it was merged",
      thread: { isOutdated: true },
      pull: ended,
      outcome: "landed",
    },
    { why: "merged as it was", thread: { isOutdated: false }, pull: ended, outcome: "declined" },
    {
      why: "closed as it was",
      thread: { isOutdated: false },
      pull: { state: "closed" },
      outcome: "declined",
    },
    {
      why: "resolved and merged as it was",
      thread: { isOutdated: false, isResolved: true },
      pull: ended,
      outcome: "declined",
    },
    { why: "resolved, still open", thread: { isOutdated: false, isResolved: true }, outcome: "unknown" },
    { why: "open", thread: { isOutdated: false }, outcome: "unknown" },
    { why: "nothing is known", pull: { state: "unknown" }, outcome: "unknown" },
    { why: "merged, but nobody knows whether the lines changed", pull: ended, outcome: "unknown" },
    { why: "done, says the author", replies: ["Done"], outcome: "landed" },
    {
      why: "fixed elsewhere",
      thread: { isOutdated: false },
      replies: ["Fixed in 1a2b3c4"],
      pull: ended,
      outcome: "landed",
    },
    { why: "kept on purpose", replies: ["I left it as is, this is by design."], outcome: "declined" },
    { why: "a promise", replies: ["Good catch, will do."], outcome: "unknown" },
    {
      why: "a later commit changed the file",
      pull: { commits: [commit({ paths: ["src/cart.ts"] })] },
      outcome: "landed",
    },
    {
      why: "a later commit changed another file",
      pull: { commits: [commit({ paths: ["README.md"] })] },
      outcome: "unknown",
    },
    {
      why: "an earlier commit changed the file",
      pull: { commits: [commit({ paths: ["src/cart.ts"], time: at(7) })] },
      outcome: "unknown",
    },
    {
      why: "the suggestion was applied",
      body: SUGGESTION,
      pull: {
        commits: [
          commit({
            message: "Apply suggestion from @bo\n\nCo-authored-by: bo <bo@users.noreply.github.com>",
          }),
        ],
      },
      outcome: "landed",
    },
    {
      why: "somebody else's suggestion was applied",
      body: SUGGESTION,
      pull: {
        commits: [
          commit({
            message: "Apply suggestions from code review\n\nCo-authored-by: cy <cy@users.noreply.github.com>",
          }),
        ],
      },
      outcome: "unknown",
    },
  ];
  it.each(table)("$outcome: $why", ({ thread, replies = [], pull, body = ASKS, outcome }) => {
    const remarks = [said(body), ...replies.map((text) => reply(text))];
    const [found] = find(pullOf({ threads: [threadOf(remarks, thread)], ...pull }));
    expect(found!.outcome).toBe(outcome);
  });

  const approval = said("", { verdict: "APPROVED", time: at(12) });
  it.each([
    { outcome: "landed", why: "commits, then approved", more: { commits: [commit()], reviews: [approval] } },
    {
      outcome: "unknown",
      why: "approved without commits",
      more: { commits: [commit({ time: at(5) })], reviews: [approval] },
    },
    {
      outcome: "declined",
      why: "merged without commits",
      more: { commits: [commit({ time: at(5) })], state: "merged" },
    },
    { outcome: "unknown", why: "merged with commits", more: { commits: [commit()], state: "merged" } },
  ] as const)("$outcome: a review, $why", ({ outcome, more }) => {
    const review = said(ASKS, { verdict: "CHANGES_REQUESTED" });
    const reviews = [review, ...("reviews" in more ? more.reviews : [])];
    const [found] = find(pullOf({ ...more, reviews }));
    expect(found!.outcome).toBe(outcome);
  });
});

describe("work that others undid or rewrote", () => {
  const byClaude = { author: { login: "claude[bot]", isBot: true } };

  it("a pull request that reverts another corrects that one", () => {
    const revert = pullOf({
      number: 9,
      author: BO,
      title: 'Revert "Add a cart"',
      description: "Reverts acme/shop#7\n\nIt broke the checkout.",
      state: "merged",
    });
    expect(find(pullOf(byClaude), revert)).toEqual([
      expect.objectContaining({
        id: "review:github.com/pull/acme/shop#9",
        kind: "undone",
        outcome: "landed",
        session: "acme/shop#7",
        agent: "claude-code",
        author: "bo",
        remark: 'Revert "Add a cart"\n\nIt broke the checkout.',
      }),
    ]);
  });

  it.each([
    {
      found: ["undone"],
      why: "somebody else reverts a commit",
      commits: [
        commit(),
        commit({
          sha: "d".repeat(40),
          author: "bo",
          message: `Revert it\n\nThis reverts commit ${"c".repeat(40)}.`,
        }),
      ],
    },
    {
      found: [],
      why: "whoever wrote it reverts it",
      commits: [
        commit(),
        commit({ sha: "d".repeat(40), message: `Revert it\n\nThis reverts commit ${"c".repeat(40)}.` }),
      ],
    },
    { found: ["rewritten"], why: "a member adds a commit", commits: [commit({ author: "bo" })] },
    { found: [], why: "a stranger's commit", commits: [commit({ author: "stranger" })] },
    { found: [], why: "a bot's commit", commits: [commit({ author: "lint[bot]" })] },
    {
      found: [],
      why: "a merge",
      commits: [commit({ author: "bo", message: "Merge branch 'main' into work" })],
    },
    { found: [], why: "a commit from before", commits: [commit({ author: "bo", time: at(5) })] },
  ])("$found: $why", ({ found, commits }) => {
    const knowsBo = pullOf({ number: 8, comments: [said("Nice")] });
    expect(find(pullOf({ commits }), knowsBo).map(({ kind }) => kind)).toEqual(found);
  });
});
