import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_SUMMARY } from "./feedback.ts";
import { summariseDiff } from "./summarise-diff.ts";

const file = (name: string, lines: string): string =>
  `--- a/${name}\n+++ b/${name}\n@@ -1,2 +1,2 @@\n${lines}`;

describe("summariseDiff", () => {
  it.each([
    {
      why: "one file",
      diff: file("a.ts", "-let a = 1\n+const a = 1\n b\n"),
      summary: "a.ts (+1 -1); - let a = 1; + const a = 1",
    },
    {
      why: "content that looks like a header",
      diff: file("a.sql", "--- drop\n+++ keep\n x\n"),
      summary: "a.sql (+1 -1); - -- drop; + ++ keep",
    },
    {
      why: "blank lines counted and not quoted",
      diff: file("a.ts", "-\n+   \n b\n"),
      summary: "a.ts (+1 -1)",
    },
    {
      why: "a new file",
      diff: "--- /dev/null\n+++ b/n.md\n@@ -0,0 +1 @@\n+# Title\n",
      summary: "n.md (+1 -0); + # Title",
    },
    {
      why: "a deleted file",
      diff: "--- a/n.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-# Title\n",
      summary: "n.md (+0 -1); - # Title",
    },
    {
      why: "many files",
      diff: ["a", "b", "c", "d", "e", "f"].map((name) => file(name, "-1\n+2\n 3\n")).join(""),
      summary: "a (+1 -1), b (+1 -1), c (+1 -1), d (+1 -1), 2 more files; - 1 | 1 | 1 | 1; + 2 | 2 | 2 | 2",
    },
    {
      why: "a renamed file by its new path",
      diff: `diff --git a/old/x.ts b/new/x.ts\nrename from old/x.ts\nrename to new/x.ts\n--- a/old/x.ts\n+++ b/new/x.ts\n@@ -1 +1 @@\n-a\n+b\n`,
      summary: "new/x.ts (+1 -1); - a; + b",
    },
    { why: "a hunk without a file", diff: "@@ -1 +1 @@\n-a\n+b\n", summary: "(+1 -1); - a; + b" },
    { why: "text that is no diff", diff: "rename it\n  to `total`", summary: "rename it to `total`" },
    { why: "nothing", diff: "", summary: "" },
  ])("tells $why", ({ diff, summary }) => {
    expect(summariseDiff(diff)).toBe(summary);
  });

  it("is one bounded line for any text", () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom("+", "-", "@@ -1,9 +1,9 @@", "\n", "+++ b/x", "--- a/x", " ", "é"),
        }),
        (text) => {
          const summary = summariseDiff(text);
          expect(summary.length).toBeLessThanOrEqual(MAX_SUMMARY);
          expect(summary).not.toContain("\n");
        },
      ),
    );
  });

  it("reads ten megabytes at once", () => {
    const summary = summariseDiff(
      file("big.txt", "").replace("1,2 +1,2", "0,0 +1,999999") + "+added line\n".repeat(900_000),
    );
    expect(summary).toBe("big.txt (+900000 -0); + added line | added line | added line | added line");
  });
});
