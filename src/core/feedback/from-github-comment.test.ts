import { describe, expect, it } from "vitest";
import { fromGithubComment } from "./from-github-comment.ts";

const context = { now: "2026-05-01T12:00:00Z", agent: "rio" };
const comment = {
  id: 501,
  pull_request_review_id: 44,
  path: "src/cart.ts",
  line: 4,
  original_line: 4,
  start_line: null,
  original_start_line: null,
  side: "RIGHT",
  subject_type: "line",
  diff_hunk: "@@ -1,3 +1,4 @@\n import x\n-let old = 1\n+let total = 0\n+let sum = total",
  body: "`sum` never changes.\r\n\r\n```suggestion\r\nconst sum = total\r\n```\r\n",
  user: { login: "ana", type: "User" },
  author_association: "MEMBER",
  created_at: "2026-05-01T08:00:00Z",
  html_url: "https://github.com/o/r/pull/9#discussion_r501",
  pull_request_url: "https://api.github.com/repos/o/r/pulls/9",
};
const review = {
  id: 44,
  state: "CHANGES_REQUESTED",
  body: "Two things to mend",
  user: { login: "ana", type: "User" },
  author_association: "OWNER",
  submitted_at: "2026-05-01T08:01:00Z",
  html_url: "https://github.com/o/r/pull/9#pullrequestreview-44",
};
const only = (remark: unknown) => fromGithubComment(remark, context).feedback[0]!;

describe("fromGithubComment", () => {
  it("reads a review comment with its place, author and suggested change", () => {
    expect(only(comment)).toMatchObject({
      event_id: "github_comment:review_comment/501",
      author: { id: "github:ana", trust: "person" },
      time: "2026-05-01T08:00:00.000Z",
      outcome: null,
      task: "o/r#9",
      target: { path: "src/cart.ts", location: { type: "lines", line: 4, end_line: 4 } },
      similarity_text: "src/cart.ts (+1 -1); - let sum = total; + const sum = total\n`sum` never changes.",
    });
    expect(only(comment).correction?.diff).toMatchInlineSnapshot(`
      "--- a/src/cart.ts
      +++ b/src/cart.ts
      @@ -4,1 +4,1 @@
      -let sum = total
      +const sum = total
      "
    `);
  });

  it.each([
    { association: "OWNER", type: "User", trust: "person" },
    { association: "MEMBER", type: "User", trust: "person" },
    { association: "COLLABORATOR", type: "User", trust: "person" },
    { association: "CONTRIBUTOR", type: "User", trust: "outsider" },
    { association: "FIRST_TIME_CONTRIBUTOR", type: "User", trust: "outsider" },
    { association: "NONE", type: "User", trust: "outsider" },
    { association: undefined, type: "User", trust: "outsider" },
    { association: "NONE", type: "Bot", trust: "reviewer_bot" },
  ])("trusts a $type who is $association as $trust", ({ association, type, trust }) => {
    const remark = { ...comment, author_association: association, user: { login: "x", type } };
    expect(only(remark).author).toEqual({ id: "github:x", trust });
  });

  it("takes the words of a deleted account as an outsider's", () => {
    expect(only({ ...comment, user: null, author_association: "NONE" }).author).toEqual({
      id: "github:ghost",
      trust: "outsider",
    });
  });

  it.each([
    { state: "APPROVED", association: "OWNER", outcome: "approved", why: "a clean approval" },
    { state: "CHANGES_REQUESTED", association: "OWNER", outcome: "rejected", why: "a refusal" },
    { state: "COMMENTED", association: "OWNER", outcome: null, why: "a remark" },
    { state: "DISMISSED", association: "OWNER", outcome: null, why: "taken back" },
    { state: "APPROVED", association: "NONE", outcome: null, why: "an outsider decides nothing" },
    { state: "CHANGES_REQUESTED", association: "NONE", outcome: null, why: "nor refuses anything" },
  ])("003.1: $state by $association is $outcome: $why", ({ state, association, outcome }) => {
    expect(only({ ...review, state, author_association: association }).outcome).toBe(outcome);
  });

  it("keeps an approval without words, and a review apart from a comment of the same number", () => {
    expect(only({ ...review, state: "APPROVED", body: "" })).toMatchObject({
      outcome: "approved",
      task: "o/r#9",
    });
    expect(only({ ...review, id: 501 }).id).not.toBe(only(comment).id);
  });

  it.each<[why: string, change: object, location: unknown]>([
    ["several lines", { start_line: 2, line: 4 }, { type: "lines", line: 2, end_line: 4 }],
    ["a deleted line", { side: "LEFT" }, { type: "lines", line: 4, end_line: 4, side: "old" }],
    [
      "an outdated comment",
      { line: null, original_line: 8, original_start_line: 7 },
      { type: "lines", line: 7, end_line: 8 },
    ],
    ["the whole file", { subject_type: "file", line: null }, undefined],
    [
      "the last line of the hunk, in an old export that names none",
      { line: undefined, original_line: undefined },
      { type: "lines", line: 3, end_line: 3 },
    ],
    [
      "a deleted line at the end of such a hunk",
      { line: undefined, original_line: undefined, side: undefined, diff_hunk: "@@ -7,2 +9 @@ f()\n a\n-b" },
      { type: "lines", line: 8, end_line: 8, side: "old" },
    ],
    [
      "an added line before a missing line end",
      {
        line: undefined,
        original_line: undefined,
        diff_hunk: "@@ -0,0 +1 @@\n+a\n\\ No newline at end of file",
      },
      { type: "lines", line: 1, end_line: 1 },
    ],
    [
      "no line of a hunk that is none",
      { line: undefined, original_line: undefined, diff_hunk: "?" },
      undefined,
    ],
    [
      "no line of a hunk without lines",
      { line: undefined, original_line: undefined, diff_hunk: "@@ -1 +1 @@" },
      undefined,
    ],
  ])("points at %s", (_why, change, location) => {
    expect(only({ ...comment, ...change }).target?.location).toEqual(location);
  });

  it.each<[why: string, change: object, summary: string | undefined]>([
    [
      "lines that the hunk no longer shows",
      { original_line: 40, original_start_line: 1 },
      "+ const sum = total",
    ],
    ["no hunk", { diff_hunk: undefined }, "+ const sum = total"],
    [
      "a suggestion to take the lines out",
      { diff_hunk: "", body: "```suggestion\n```" },
      "take the lines out",
    ],
    ["a longer fence", { diff_hunk: "", body: "````suggestion\n```\n````" }, "+ ```"],
    ["a fence that never ends", { body: "```suggestion\nx" }, undefined],
    [
      "one that is only shown, inside another block",
      { body: "````markdown\n```suggestion\nx\n```\n````" },
      undefined,
    ],
    ["other code", { body: "```ts\nsuggestion\n```" }, undefined],
  ])("reads %s", (_why, change, summary) => {
    expect(only({ ...comment, ...change }).correction).toEqual(summary && { summary });
  });

  it.each<[why: string, remark: unknown, reason: string]>([
    ["a review not yet submitted", { ...review, state: "PENDING" }, "not_submitted"],
    ["a review that only holds comments", { ...review, state: "COMMENTED", body: "" }, "nothing_said"],
    ["a state nobody knows", { ...review, state: "LOVED" }, "invalid_value"],
    ["no id", { ...comment, id: undefined }, "missing_field"],
    ["the agent's own answer", { ...comment, user: { login: "Rio", type: "Bot" } }, "own_words"],
    ["an empty comment", { ...comment, body: " " }, "nothing_said"],
  ])("leaves out %s and keeps the rest", (_why, remark, reason) => {
    const reading = fromGithubComment([[remark], { ...comment, id: 9 }], context);
    expect(reading.feedback.map((record) => record.source.ref)).toEqual(["review_comment/9"]);
    expect(reading.diagnostics).toMatchObject([{ kind: "skipped", reason, path: "[0][0]" }]);
  });

  it("remembers what a reply answers", () => {
    expect(only({ ...comment, in_reply_to_id: 500 }).source.reply_to).toBe("review_comment/500");
  });
});
