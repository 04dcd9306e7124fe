import { describe, expect, it } from "vitest";
import { ANA, BO, at, commit, pullOf, said } from "../../../test/reviewed-pulls.ts";
import { correctionsFromReviews } from "./review-corrections.ts";
import type { ReviewedPull } from "./reviewed-pull.ts";

const find = (...pulls: readonly ReviewedPull[]) => correctionsFromReviews(pulls, { project: "p" });

describe("work that others undid or rewrote", () => {
  const byClaude = { author: { login: "claude[bot]", isBot: true } };

  const outside = { isOwnBranch: false, author: { ...ANA, isMember: false } };

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
    {
      found: [],
      why: "a commit with a member's name on a stranger's branch",
      commits: [commit({ author: "bo" })],
      more: outside,
    },
    {
      found: ["rewritten"],
      why: "a member's signed commit on a stranger's branch",
      commits: [commit({ author: "bo", isVerified: true })],
      more: outside,
    },
    {
      found: [],
      why: "a stranger's signed commit on a stranger's branch",
      commits: [commit({ author: "stranger", isVerified: true })],
      more: outside,
    },
    {
      found: [],
      why: "a stranger asks to revert",
      commits: [],
      more: { ...outside, title: 'Revert "Add a cart"', description: "Reverts #8" },
    },
  ])("$found: $why", ({ found, commits, more = {} }) => {
    const knowsBo = pullOf({ number: 8, comments: [said("Nice")] });
    expect(find(pullOf({ commits, ...more }), knowsBo).map(({ kind }) => kind)).toEqual(found);
  });
});
