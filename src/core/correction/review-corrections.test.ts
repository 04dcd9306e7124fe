import { describe, expect, it } from "vitest";
import { ANA, BO, at, commit, pullOf, reply, said, threadOf } from "../../../test/reviewed-pulls.ts";
import { correctionsFromReviews } from "./review-corrections.ts";
import type { ReviewedPull, ReviewRemark } from "./reviewed-pull.ts";

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
