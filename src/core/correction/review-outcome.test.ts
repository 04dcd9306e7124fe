import { describe, expect, it } from "vitest";
import { at, commit, pullOf, reply, said, threadOf } from "../../../test/reviewed-pulls.ts";
import { correctionsFromReviews } from "./review-corrections.ts";
import type { ReviewedPull, ReviewThread } from "./reviewed-pull.ts";

const find = (...pulls: readonly ReviewedPull[]) => correctionsFromReviews(pulls, { project: "p" });
const SUGGESTION = "```suggestion\nconst four = 4;\n```";
const ASKS = "Please rename this variable to total.";

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
