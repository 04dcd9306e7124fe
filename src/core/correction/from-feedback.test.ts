import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeFeedback, timeAt } from "../../../test/contract/make-feedback.ts";
import type { Feedback } from "../feedback/feedback.ts";
import { correctionsOfFeedback } from "./from-feedback.ts";
import { correctionId } from "./past-correction.ts";

const DIFF = [
  "--- a/src/read.py",
  "+++ b/src/read.py",
  "@@ -1,4 +1,5 @@",
  " import os",
  "-f = open(p)",
  "+with open(p) as f:",
  "     x",
  "+    y",
  " ",
  "@@ -20,2 +21,1 @@",
  "-print(1)",
  " z",
  "",
].join("\n");

const decided = (fields: Partial<Omit<Feedback, "id">> = {}): Feedback =>
  makeFeedback(1, {
    outcome: "approved_with_changes",
    comment: "Close the file.",
    correction: { diff: DIFF },
    run: "run-9",
    ...fields,
  });

describe("correctionsOfFeedback", () => {
  it("makes one correction of each hunk, from its first change to its last", () => {
    const feedback = decided();
    const corrections = correctionsOfFeedback(feedback);
    expect(corrections).toEqual([
      {
        id: expect.stringMatching(/^co_[0-9a-f]{32}$/),
        found: "decision",
        kind: "rewritten",
        remark: "Close the file.",
        before: "f = open(p)\n    x",
        after: "with open(p) as f:\n    x\n    y",
        outcome: "landed",
        author: "ana",
        agent: "rio",
        project: "",
        session: "run-9",
        path: "src/read.py",
        time: timeAt(1),
        rework: 0,
        origin: { feedback: feedback.id },
      },
      expect.objectContaining({ before: "print(1)", after: "" }),
    ]);
    expect(correctionsOfFeedback(feedback)).toEqual(corrections);
    expect(new Set(corrections.map(({ id }) => id)).size).toBe(2);
  });

  it("does not know whether a suggestion or a rejection's edit landed", () => {
    const suggestion = decided({ outcome: null, source: { kind: "github_comment" }, task: "acme/shop#7" });
    expect(correctionsOfFeedback(suggestion)[0]).toMatchObject({
      found: "review",
      kind: "review",
      outcome: "unknown",
      project: "acme/shop",
    });
    expect(correctionsOfFeedback(decided({ outcome: "rejected" }))[0]).toMatchObject({
      found: "decision",
      kind: "review",
      outcome: "unknown",
    });
  });

  it("gives a remark on GitHub the key of that remark", () => {
    const idOf = (event_id: string) => correctionsOfFeedback(decided({ event_id })).map(({ id }) => id);
    expect(idOf("github_comment:review_comment/42")[0]).toBe(
      correctionId("review:github.com/review_comment/42"),
    );
    expect(idOf("github_comment:git.example:8443/review/7")).toEqual([
      correctionId("review:git.example:8443/review/7"),
      correctionId("github_comment:git.example:8443/review/7#1"),
    ]);
    expect(idOf("decision:d-1")[0]).toBe(correctionId("decision:d-1#0"));
  });

  it("leaves out what outsiders, bots, tools and authors wrote, and people's own work", () => {
    for (const trust of ["outsider", "reviewer_bot", "tool"] as const) {
      expect(correctionsOfFeedback(decided({ author: { id: "x", trust } }))).toEqual([]);
    }
    expect(correctionsOfFeedback(decided({ by_author: true }))).toEqual([]);
    expect(correctionsOfFeedback(decided({ work_of: "people" }))).toEqual([]);
    expect(correctionsOfFeedback(decided({ source: { kind: "signal" } }))).toEqual([]);
    expect(correctionsOfFeedback(makeFeedback(1))).toEqual([]);
    expect(correctionsOfFeedback(decided({ correction: { diff: "no diff" } }))).toEqual([]);
  });

  it("masks secrets, cuts long sides, bounds the number of hunks and takes no path out of the repository", () => {
    const token = `ghp_${"a1B2".repeat(9)}`;
    const hunks = Array.from(
      { length: 99 },
      (_, n) => `@@ -${n + 1} +${n + 1} @@\n-a\n+${"b".repeat(9_000)}`,
    );
    const long = `--- a/../../etc/passwd\n+++ b/../../etc/passwd\n${hunks.join("\n")}\n`;
    const corrections = correctionsOfFeedback(
      decided({ comment: `use ${token}`, correction: { diff: long } }),
    );
    expect(corrections).toHaveLength(32);
    expect(corrections[0]!.remark).toBe("use [secret]");
    expect(corrections[0]!.after!.length).toBeLessThanOrEqual(4_000);
    expect(corrections[0]).not.toHaveProperty("path");
  });

  it("takes any text as a diff, because recording feedback waits for it", () => {
    const line = fc.oneof(
      fc.string({ unit: "binary", maxLength: 20 }),
      fc.constantFrom(
        "--- a/x",
        "+++ b/x",
        "@@ -1,2 +1,2 @@",
        "@@@ -1 -1 +1 @@@",
        "-a",
        "+b",
        " c",
        "\\",
        "",
      ),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        for (const made of correctionsOfFeedback(decided({ correction: { diff: lines.join("\n") } }))) {
          expect(made.before).not.toBe(made.after);
        }
      }),
    );
  });
});
